/** Previews: what is cut, what becomes public of it, and what is left of it when the video changes or goes. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { makePreview, resumePreviews } from "~/features/videos/media/make-preview.server";
import { planPreview } from "~/features/videos/media/preview-columns";
import { changePreview } from "~/features/videos/media/previews.queries.server";
import { readVideoFacts } from "~/features/videos/media/read-video-facts.server";
import { removeUnusedTrailer } from "~/features/videos/media/store-trailer.server";
import { listJobs } from "../../../support/jobs";
import type { Part } from "../../../support/multipart";
import { allowVideos, makeConsumer, makeCreator, makeMp4, makeSale } from "../../../support/people";
import { readRow, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { publish, textParts, thumbnailPart, upload, videoPart } from "../../../support/upload";
import { type ClipName, describeClip, describeWithFfmpeg, makeClip, programs } from "./clips";

const world = await startTestWorld();
const { services } = world;
const { db, storage } = services;
const ana = await makeCreator(world);
await allowVideos(services, ana.userId);

const trailerPart = (content: Uint8Array, fileName: string): Part => ({
  ...videoPart(content, fileName),
  name: "trailer",
});
const publishClip = async (name: ClipName, fields: Record<string, string> = {}, ...trailers: Part[]) => {
  const video = videoPart(await makeClip(name, 8), name);
  return publish(world, ana.userId, [...textParts(fields), thumbnailPart(), ...trailers, video]);
};
const rowOf = (id: string) => readRow(db, "videos", { id });
const make = async (id: string, at = services) => {
  const { preview_key } = await rowOf(id);
  await makePreview(at, { videoId: id, key: preview_key ?? "" });
  return rowOf(id);
};
const isStored = async (key: string | null) => key !== null && (await storage.find(key)) !== undefined;
const jobsNaming = async (about: string) => (await listJobs(db, { about })).map(({ task }) => task);

/** Packets of the first video stream, hidden ones included. */
async function countPackets(key: string): Promise<number> {
  const found = await storage.open(key);
  const path = join(world.storageDir, "count.mp4");
  await writeFile(path, found ? await buffer(found.body) : "");
  const options =
    "-v error -select_streams v:0 -count_packets -show_entries stream=nb_read_packets -of csv=p=0";
  const { stdout } = await promisify(execFile)(programs?.ffprobe ?? "", [...options.split(" "), path]);
  return Number(stdout.trim().replace(/,$/, ""));
}

describeWithFfmpeg("with FFmpeg", () => {
  test.each<ClipName>(["phone.mov", "old.avi"])(
    "the preview of %s has the length and size of the video, and no frame outside the excerpt",
    async (name) => {
      const video = await publishClip(name, { previewSeconds: "2", previewStart: "3" });
      await readVideoFacts(services, { videoId: video.id });
      const ready = await make(video.id);
      expect(ready).toMatchObject({
        duration_seconds: 8,
        height: 240,
        format: name.slice(-3),
        preview_kind: "excerpt",
        preview_status: "ready",
        preview_length: 2,
      });
      const key = ready.preview_key ?? "";
      expect(key).toMatch(new RegExp(`^${ana.userId}/previews/[0-9a-f]{32}\\.mp4$`));
      // 25 frames a second; the copy of a file would have everything since the key frame before.
      expect(await countPackets(key)).toBeGreaterThan(45);
      expect(await countPackets(key)).toBeLessThan(55);
      const path = join(world.storageDir, "count.mp4");
      expect((await describeClip(path)).streams).toEqual(["h264 yuv420p", "aac"]);
    },
  );

  test("the default excerpt is the first minute, and at most half of a short video", async () => {
    const video = await publishClip("good.mp4");
    expect(video).toMatchObject({ preview_seconds: 60, preview_start: 0, preview_status: "waiting" });
    expect(await make(video.id)).toMatchObject({ preview_status: "ready", preview_length: 4 });
  });

  test("a repeated preview job changes nothing, and another choice meanwhile leaves nothing of the first", async () => {
    const video = await publishClip("good.mp4", { previewSeconds: "2" });
    const first = (await make(video.id)).preview_key ?? "";
    await makePreview(services, { videoId: video.id, key: first });
    expect(await isStored(first)).toBe(true);
    const next = `${ana.userId}/previews/${"a".repeat(32)}.mp4`;
    const wish = { seconds: 1, start: 4, isFile: true };
    const now = services.clock();
    await db
      .transaction()
      .execute((trx) => changePreview(trx, video.id, planPreview(wish, { key: next, now })));
    expect(await jobsNaming(first)).toContain("remove-replaced-file");
    // The job of the first choice comes late.
    await makePreview(services, { videoId: video.id, key: first });
    expect(await isStored(first)).toBe(false);
    expect(await make(video.id)).toMatchObject({
      preview_status: "ready",
      preview_key: next,
      preview_length: 1,
    });
  });

  test("a deletion in progress leaves no preview behind", async () => {
    const video = await publishClip("good.mp4");
    const key = (await rowOf(video.id)).preview_key ?? "";
    await make(video.id);
    await deleteVideo(services, { creatorId: ana.userId, videoId: video.id });
    expect(await jobsNaming(key)).toContain("remove-replaced-file");
    await makePreview(services, { videoId: video.id, key });
    expect(await isStored(key)).toBe(false);
  });

  test("a bought video loses only its preview when it leaves the shop", async () => {
    const video = await publishClip("good.mp4");
    const { preview_key: key } = await make(video.id);
    await makeSale(world, await makeConsumer(world), video.id, "completed");
    await deleteVideo(services, { creatorId: ana.userId, videoId: video.id });
    expect(await rowOf(video.id)).toMatchObject({ preview_key: null, preview_status: null });
    expect(await jobsNaming(key ?? "-")).toContain("remove-replaced-file");
    expect(await isStored(video.video_url)).toBe(true);
  });

  test("a trailer takes precedence over the excerpt, is encoded, and its uploaded file is removed", async () => {
    const trailer = trailerPart(await makeClip("camera.mov", 3), "trailer.mov");
    const video = await publishClip("good.mp4", {}, trailer);
    expect(video).toMatchObject({ preview_kind: "trailer", preview_status: "waiting" });
    const source = video.preview_source ?? "";
    await removeUnusedTrailer(services, { key: source });
    expect(await isStored(source)).toBe(true);
    expect(await make(video.id)).toMatchObject({
      preview_status: "ready",
      preview_length: 3,
      preview_source: null,
    });
    expect(await jobsNaming(source)).toEqual(["remove-unused-trailer", "remove-replaced-file"]);
  });

  test("an unreadable file leaves only the picture, and a job that was given up is queued again", async () => {
    const video = await publishClip("good.mp4");
    await resumePreviews({ ...services, clock: () => new Date(Date.now() + 7 * 3_600_000) });
    expect(await jobsNaming(video.preview_key ?? "-")).toEqual(["make-preview"]);
    await storage.remove(video.video_url ?? "");
    expect(await make(video.id)).toMatchObject({ preview_status: "failed", preview_length: null });
  });

  test("a trailer of more than three minutes is refused beside its field", async () => {
    const trailer = trailerPart(await makeClip("good.mp4", 183), "longo.mp4");
    const outcome = await upload(world, ana.userId, [...textParts(), thumbnailPart(), trailer, videoPart()]);
    expect(outcome).toEqual({ errors: { trailer: "previews.trailerTooLong" } });
  });

  test("a server without FFmpeg makes no excerpt, and accepts a trailer that plays in every browser", async () => {
    const bare = { ...world, services: { ...services, converter: undefined } };
    const excerpt = await publish(bare, ana.userId, [...textParts(), thumbnailPart(), videoPart()]);
    expect(await make(excerpt.id, bare.services)).toMatchObject({ preview_status: "unavailable" });
    const mp4 = trailerPart(await makeClip("good.mp4", 2), "t.mp4");
    const shown = await publish(bare, ana.userId, [...textParts(), thumbnailPart(), mp4, videoPart()]);
    expect(shown).toMatchObject({ preview_kind: "trailer", preview_status: "ready", preview_length: 2 });
    expect(await isStored(shown.preview_key)).toBe(true);
    for (const name of ["phone.mov", "hevc.mp4"] as const) {
      const other = trailerPart(await makeClip(name), name);
      const refused = await upload(bare, ana.userId, [...textParts(), thumbnailPart(), other, videoPart()]);
      expect(refused).toEqual({ errors: { trailer: "previews.trailerUnplayable" } });
    }
  });
});

test("a YouTube video may have a trailer's link, but not the link of the sold video", async () => {
  const parts = (trailerUrl: string) => [
    ...textParts({ source: "youtube", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ", trailerUrl }),
    thumbnailPart(),
  ];
  const same = await upload(world, ana.userId, parts("https://www.youtube.com/watch?v=dQw4w9WgXcQ"));
  expect(same).toEqual({ errors: { trailerUrl: "previews.trailerSame" } });
  expect(await publish(world, ana.userId, parts("https://youtu.be/aaaaaaaaaaa"))).toMatchObject({
    preview_kind: "youtube",
    preview_status: "ready",
    preview_youtube_id: "aaaaaaaaaaa",
  });
});

test("a refused form leaves no trailer", async () => {
  const before = await readRows(db, "videos", {}, "id");
  const trailer = trailerPart(makeMp4(), "t.mp4");
  const outcome = await upload(world, ana.userId, [...textParts({ price: "" }), thumbnailPart(), trailer]);
  expect(outcome).toHaveProperty("errors.price");
  expect(await readRows(db, "videos", {}, "id")).toHaveLength(before.length);
  const removal = (await listJobs(db, { task: "remove-unused-trailer" })).at(-1);
  expect(await isStored(removal?.payload.key ?? expect.fail("no trailer was stored"))).toBe(false);
});
