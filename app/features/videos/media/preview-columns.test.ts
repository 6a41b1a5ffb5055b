import { describe, expect, test } from "vitest";
import { decideEditedPreview, type PreviewBefore, planPreview } from "./preview-columns";

const now = new Date("2026-11-22T12:00:00Z");
const plan = (wish: Partial<Parameters<typeof planPreview>[0]>) =>
  planPreview({ seconds: 60, start: 0, isFile: true, ...wish }, { key: "u/previews/k.mp4", now });

test("an excerpt of a file waits for encoding", () =>
  expect(plan({})).toMatchObject({
    preview_kind: "excerpt",
    preview_status: "waiting",
    preview_key: "u/previews/k.mp4",
  }));

test("zero seconds, or a video whose file is elsewhere, have no excerpt", () => {
  for (const wish of [{ seconds: 0 }, { isFile: false }])
    expect(plan(wish)).toMatchObject({ preview_kind: null, preview_status: null, preview_key: null });
});

test("every plan of a preview records its time", () => {
  for (const wish of [{}, { seconds: 0 }, { youtubeId: "dQw4w9WgXcQ" }, { trailer: { key: "t.mov" } }])
    expect(plan(wish)).toMatchObject({ preview_changed_at: now });
});

test("a trailer takes precedence over an excerpt and waits for encoding", () =>
  expect(plan({ trailer: { key: "u/trailers/t.mov" } })).toMatchObject({
    preview_kind: "trailer",
    preview_status: "waiting",
    preview_key: "u/previews/k.mp4",
    preview_source: "u/trailers/t.mov",
  }));

test("a trailer that plays in every browser is ready at once", () =>
  expect(plan({ trailer: { key: "u/previews/t.mp4", ready: { seconds: 12.4 } } })).toMatchObject({
    preview_kind: "trailer",
    preview_status: "ready",
    preview_key: "u/previews/t.mp4",
    preview_source: null,
    preview_length: 12,
  }));

test("a trailer's link is ready at once and has no file", () =>
  expect(plan({ isFile: false, youtubeId: "dQw4w9WgXcQ" })).toMatchObject({
    preview_kind: "youtube",
    preview_status: "ready",
    preview_key: null,
    preview_youtube_id: "dQw4w9WgXcQ",
  }));

describe("decideEditedPreview", () => {
  const excerpt: PreviewBefore = {
    video_type: "cloudflare",
    preview_seconds: 60,
    preview_start: 0,
    preview_kind: "excerpt",
    preview_status: "ready",
    preview_youtube_id: null,
  };
  const trailer: PreviewBefore = { ...excerpt, preview_kind: "trailer" };
  const linked: PreviewBefore = {
    ...excerpt,
    video_type: "youtube",
    preview_kind: "youtube",
    preview_youtube_id: "dQw4w9WgXcQ",
  };
  const decide = (before: PreviewBefore, edit: Partial<Parameters<typeof decideEditedPreview>[1]> = {}) =>
    decideEditedPreview(before, { removeTrailer: false, ...edit });

  test("an edit that changes no preview field keeps the preview", () => {
    expect(decide(excerpt)).toBeUndefined();
    expect(decide(excerpt, { previewSeconds: 60, previewStart: 0 })).toBeUndefined();
    expect(decide(trailer, { previewSeconds: 30 })).toBeUndefined();
    expect(decide(linked, { trailerUrl: "dQw4w9WgXcQ" })).toBeUndefined();
  });
  test("an excerpt is encoded again if it changed or failed before", () => {
    expect(decide(excerpt, { previewStart: 90 })).toEqual({ seconds: 60, start: 90, isFile: true });
    expect(decide({ ...excerpt, preview_status: "failed" })).toEqual({ seconds: 60, start: 0, isFile: true });
  });
  test("an uploaded trailer replaces the preview, and a removed one makes way for the excerpt", () => {
    expect(decide(excerpt, { trailer: { key: "t" } })).toMatchObject({ trailer: { key: "t" } });
    expect(decide(trailer, { removeTrailer: true })).toEqual({ seconds: 60, start: 0, isFile: true });
  });
  test("a changed link replaces the preview, and an empty one removes it", () => {
    expect(decide(linked, { trailerUrl: "aaaaaaaaaaa" })).toMatchObject({ youtubeId: "aaaaaaaaaaa" });
    expect(decide(linked, { trailerUrl: null })).toMatchObject({ youtubeId: null });
  });
});
