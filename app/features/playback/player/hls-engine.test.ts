import type Hls from "hls.js";
import { expect, test, vi } from "vitest";
import { attachHls, createRungLinks, createTokenLinks } from "./hls-engine";

const at = (token: string, path: string) => `https://customer-x.cloudflarestream.com/${token}/${path}`;

const link = (token: string) => ({ src: at(token, "manifest/video.m3u8"), secondsLeft: 3_600 });

test("the engine requests every segment with the latest token", () => {
  const links = createTokenLinks(at("one", "manifest/video.m3u8"));
  const part = at("one", "audio/seg_1.ts?p=x");
  expect(links.freshen(part)).toBe(part);
  links.add(link("two"));
  expect(links.freshen(part)).toBe(at("two", "audio/seg_1.ts?p=x"));
  links.add(link("three"));
  expect(links.freshen(part)).toBe(at("three", "audio/seg_1.ts?p=x"));
  expect(links.freshen(at("two", "video/720.m3u8"))).toBe(at("three", "video/720.m3u8"));
  expect(links.freshen("https://elsewhere.example/one.ts")).toBe("https://elsewhere.example/one.ts");
});

test("a chosen picture is kept by its short side, until the player chooses again", () => {
  const { hls, engine } = startEngine();
  engine.choose(720);
  expect(hls.nextLevel).toBe(1);
  engine.choose(undefined);
  expect(hls.nextLevel).toBe(-1);
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
    stopLoad: vi.fn(),
    recoverMediaError: vi.fn(),
    destroy: vi.fn(),
    levels: [
      { width: 640, height: 360 },
      { width: 720, height: 1280 },
    ],
    nextLevel: -1,
    config: { xhrSetup: (_request: { open: (...words: unknown[]) => void }, _url: string) => undefined },
  };
  const Events = { MANIFEST_PARSED: "manifest", ERROR: "error", FRAG_BUFFERED: "buffered" };
  const hlsClass = Object.assign(
    function create(config: typeof hls.config) {
      return Object.assign(hls, { config });
    },
    { Events, ErrorTypes: { MEDIA_ERROR: "media" } },
  );
  const video = { dispatchEvent: vi.fn(), play: vi.fn(async () => undefined) };
  const engine = attachHls(hlsClass as unknown as typeof Hls, video as unknown as HTMLVideoElement, {
    src: at("one", "manifest/video.m3u8"),
    startSeconds: 12,
  });
  const emit = (name: string, data: object = {}) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(name, data);
  };
  return { hls, video, engine, emit };
}

test("the engine plays from the given position", () => {
  const { hls, video, emit } = startEngine();
  expect(hls.attachMedia).toHaveBeenCalledWith(video);
  expect(hls.loadSource).toHaveBeenCalledWith(at("one", "manifest/video.m3u8"));
  emit("manifest");
  expect(hls.startLoad).toHaveBeenCalledWith(12);
});

test("the engine recovers from one media error, and fails at the second", () => {
  const { hls, video, emit } = startEngine();
  emit("error", { fatal: false, type: "media" });
  emit("error", { fatal: true, type: "media" });
  expect(hls.recoverMediaError).toHaveBeenCalledOnce();
  expect(video.dispatchEvent).not.toHaveBeenCalled();
  emit("error", { fatal: true, type: "media" });
  expect(hls.recoverMediaError).toHaveBeenCalledOnce();
  expect(video.dispatchEvent).toHaveBeenCalledOnce();
});

test("a renewed link restarts only a failed player, and only once", async () => {
  const { hls, video, engine, emit } = startEngine();
  const next = link("two");
  await engine.renew(next, { seconds: 30, playing: true });
  expect(hls.loadSource).toHaveBeenCalledTimes(1);
  const open = vi.fn();
  hls.config.xhrSetup({ open }, at("one", "seg_1.ts"));
  expect(open).toHaveBeenCalledWith("GET", at("two", "seg_1.ts"), true);
  emit("error", { fatal: true, type: "network" });
  const renewed = engine.renew(next, { seconds: 30, playing: true });
  expect(hls.loadSource).toHaveBeenLastCalledWith(next.src);
  emit("manifest");
  expect(hls.startLoad).toHaveBeenCalledWith(30);
  emit("buffered");
  await renewed;
  expect(video.play).toHaveBeenCalledOnce();
  await engine.renew(next, { seconds: 40, playing: true });
  expect(hls.loadSource).toHaveBeenCalledTimes(2);
});

test("the link of a rung is replaced by its latest signature, on the site and on a bucket", () => {
  const links = createRungLinks("https://sabia.example/watch/1");
  const own = "https://sabia.example/files/ana/1_aula-360p.mp4?viewer=beto&expires=1&signature=old";
  const bucket = "https://bucket.example/ana/1_aula-720p.mp4?X-Amz-Signature=old";
  expect(links.freshen(own)).toBe(own);
  links.add({
    src: "/watch/1/playlist.m3u8",
    rungs: [
      "/files/ana/1_aula-360p.mp4?viewer=beto&expires=2&signature=new",
      "https://bucket.example/ana/1_aula-720p.mp4?X-Amz-Signature=new",
    ],
    secondsLeft: 3_600,
  });
  expect(links.freshen(own)).toBe(
    "https://sabia.example/files/ana/1_aula-360p.mp4?viewer=beto&expires=2&signature=new",
  );
  expect(links.freshen(bucket)).toBe("https://bucket.example/ana/1_aula-720p.mp4?X-Amz-Signature=new");
  const playlist = "https://sabia.example/watch/1/playlist/360.m3u8";
  expect(links.freshen(playlist)).toBe(playlist);
});

test("the engine requests another link at the first refusal, and then continues with its buffer", async () => {
  const { hls, video, engine, emit } = startEngine();
  emit("manifest");
  emit("error", { fatal: false, type: "network", details: "fragLoadError", response: { code: 403 } });
  emit("error", { fatal: false, type: "network", details: "fragLoadError", response: { code: 403 } });
  expect(video.dispatchEvent).toHaveBeenCalledTimes(1);
  expect(hls.stopLoad).toHaveBeenCalledTimes(2);
  const renewed = engine.renew(link("two"), { seconds: 30, playing: true });
  expect(hls.startLoad).toHaveBeenLastCalledWith(30);
  emit("buffered");
  await renewed;
  expect(hls.loadSource).toHaveBeenCalledTimes(1);
  expect(video.play).toHaveBeenCalled();
});

test("a renewed link that is refused too fails the player", async () => {
  const { engine, emit } = startEngine();
  emit("error", { fatal: false, type: "network", details: "fragLoadError", response: { code: 403 } });
  const renewed = engine.renew(link("two"), { seconds: 30, playing: true });
  emit("error", { fatal: false, type: "network", details: "fragLoadError", response: { code: 403 } });
  await expect(renewed).rejects.toThrow("fragLoadError");
});

test("errors that hls.js recovers from itself request no new link", () => {
  const { hls, video, emit } = startEngine();
  emit("error", { fatal: false, type: "network", details: "fragLoadError", response: { code: 503 } });
  expect(video.dispatchEvent).not.toHaveBeenCalled();
  expect(hls.stopLoad).not.toHaveBeenCalled();
});
