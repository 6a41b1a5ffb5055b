import { expect, test } from "vitest";
import { createLinks } from "./hls-engine";

const at = (token: string, path: string) => `https://customer-x.cloudflarestream.com/${token}/${path}`;

test("every part is asked for with the latest token, whichever its playlist was read with", () => {
  const links = createLinks(at("one", "manifest/video.m3u8"));
  const part = at("one", "audio/seg_1.ts?p=x");
  expect(links.freshen(part)).toBe(part);
  links.add(at("two", "manifest/video.m3u8"));
  expect(links.freshen(part)).toBe(at("two", "audio/seg_1.ts?p=x"));
  links.add(at("three", "manifest/video.m3u8"));
  expect(links.freshen(part)).toBe(at("three", "audio/seg_1.ts?p=x"));
  expect(links.freshen(at("two", "video/720.m3u8"))).toBe(at("three", "video/720.m3u8"));
  expect(links.freshen("https://elsewhere.example/one.ts")).toBe("https://elsewhere.example/one.ts");
});
