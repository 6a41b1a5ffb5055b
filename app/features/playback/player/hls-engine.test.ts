import type Hls from "hls.js";
import { expect, test, vi } from "vitest";
import { attachHls, createLinks } from "./hls-engine";

const at = (token: string, path: string) => `https://customer-x.cloudflarestream.com/${token}/${path}`;

test("requests every part with the latest token", () => {
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

/** Records what the engine asks of hls.js, and emits its events. */
function startEngine() {
  const listeners = new Map<string, Set<(event: string, data: object) => void>>();
  const hls = {
    on: (name: string, listener: () => void) =>
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
    off: (name: string, listener: () => void) => listeners.get(name)?.delete(listener),
    loadSource: vi.fn(),
    attachMedia: vi.fn(),
    startLoad: vi.fn(),
    recoverMediaError: vi.fn(),
    destroy: vi.fn(),
    config: {
      xhrSetup: (_request: { open: (...words: unknown[]) => void }, _url: string) => undefined,
    },
  };
  const Events = { MANIFEST_PARSED: "manifest", ERROR: "error", FRAG_BUFFERED: "buffered" };
  const hlsClass = Object.assign(
    function create(config: typeof hls.config) {
      return Object.assign(hls, { config });
    },
    { Events, ErrorTypes: { MEDIA_ERROR: "media" } },
  );
  const video = { dispatchEvent: vi.fn(), play: vi.fn(async () => undefined) };
  const engine = attachHls(
    hlsClass as unknown as typeof Hls,
    video as unknown as HTMLVideoElement,
    at("one", "manifest/video.m3u8"),
    12,
  );
  const emit = (name: string, data: object = {}) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(name, data);
  };
  return { hls, video, engine, emit };
}

test("plays from the given position", () => {
  const { hls, video, emit } = startEngine();
  expect(hls.attachMedia).toHaveBeenCalledWith(video);
  expect(hls.loadSource).toHaveBeenCalledWith(at("one", "manifest/video.m3u8"));
  emit("manifest");
  expect(hls.startLoad).toHaveBeenCalledWith(12);
});

test("recovers from one media error; a second one is an error of the player", () => {
  const { hls, video, emit } = startEngine();
  emit("error", { fatal: false, type: "media" });
  emit("error", { fatal: true, type: "media" });
  expect(hls.recoverMediaError).toHaveBeenCalledOnce();
  expect(video.dispatchEvent).not.toHaveBeenCalled();
  emit("error", { fatal: true, type: "media" });
  expect(hls.recoverMediaError).toHaveBeenCalledOnce();
  expect(video.dispatchEvent).toHaveBeenCalledOnce();
});

test("a new link restarts a broken player only, and only once", async () => {
  const { hls, video, engine, emit } = startEngine();
  const next = at("two", "manifest/video.m3u8");
  await engine.renew(next, { seconds: 30, playing: true });
  expect(hls.loadSource).toHaveBeenCalledTimes(1);
  const open = vi.fn();
  hls.config.xhrSetup({ open }, at("one", "seg_1.ts"));
  expect(open).toHaveBeenCalledWith("GET", at("two", "seg_1.ts"), true);
  emit("error", { fatal: true, type: "network" });
  const renewed = engine.renew(next, { seconds: 30, playing: true });
  expect(hls.loadSource).toHaveBeenLastCalledWith(next);
  emit("manifest");
  expect(hls.startLoad).toHaveBeenCalledWith(30);
  emit("buffered");
  await renewed;
  expect(video.play).toHaveBeenCalledOnce();
  await engine.renew(next, { seconds: 40, playing: true });
  expect(hls.loadSource).toHaveBeenCalledTimes(2);
});
