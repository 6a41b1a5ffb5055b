import { expect, test } from "vitest";
import { parseRedirectTarget } from "./redirect-target";

test.each(["/", "/marketplace", "/watch/abc?lng=en", "/videos/1#buy", "/a/b/../c"])(
  "%s is a path of this site",
  (target) => {
    expect(parseRedirectTarget(target, "/x")).toMatch(/^\/(?!\/)/);
    expect(parseRedirectTarget(target, "/x")).not.toBe("/x");
  },
);

test.each([
  "",
  null,
  undefined,
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "\t//evil.example",
  "/\n/evil.example",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "user@evil.example",
  "@evil.example",
  "/%2f/evil.example",
  "/%2Fevil.example",
  "/%5cevil.example",
  "/..//evil.example",
  "/.//evil.example",
  "evil.example",
  ".",
  ` /marketplace`,
  `/${"a".repeat(600)}`,
])("the redirect target %j is refused", (target) => {
  expect(parseRedirectTarget(target, "/marketplace")).toBe("/marketplace");
});
