/** A ladder from upload to playlists, judged by ffprobe, mediainfo and hls-parser. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import HLS from "hls-parser";
import sharp from "sharp";
import { expect, test } from "vitest";
import { playLinkSeconds } from "~/features/base/files/link-lifetime";
import { findWatchedFile } from "~/features/playback/access/playable-video.queries.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import {
  openFrames,
  showMasterPlaylist,
  showRungPlaylist,
  signRungs,
} from "~/features/playback/player/show-playlist.server";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { convertVideo } from "~/features/videos/media/convert-video.server";
import { listRungs } from "~/features/videos/media/ladders.queries.server";
import { makeRung } from "~/features/videos/media/make-rung.server";
import { resumeLadders } from "~/features/videos/media/queue-conversion.server";
import { breakStorage } from "../../../support/broken-storage";
import { listJobs } from "../../../support/jobs";
import { allowVideos, makeConsumer, makeCreator, makeMp4, makeSale } from "../../../support/people";
import { listFiles } from "../../../support/stored";
import { findRow, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { publish, textParts, thumbnailPart, videoPart } from "../../../support/upload";
import { describeClip, describeWithFfmpeg, makeClip, programs } from "./clips";
import { lastSoundAt, listKeyFrames, makeMovingClip, readMediainfo } from "./ladder-clips";

HLS.setOptions({ strictMode: true });

const world = await startTestWorld();
const { services } = world;
const { db, storage } = services;
const ana = await makeCreator(world);
await allowVideos(services, ana.userId);

async function publishClip(file: Uint8Array) {
  const video = await publish(world, ana.userId, [...textParts(), thumbnailPart(), videoPart(file)]);
  return { videoId: video.id, sourceKey: video.video_url ?? "" };
}

const listQueue = async (task: string, about: string) =>
  (await listJobs(db, { task, about })).map(({ payload }) => payload);

const stateOf = (videoId: string) => findRow(db, "video_ladders", { video_id: videoId }, "state", "reason");

const rungFiles = async (sourceKey: string) =>
  (await listFiles(world.storageDir)).filter(
    (path) =>
      path.startsWith(`objects/${sourceKey.replace(".mp4", "")}-`) && /-\d+p-[0-9a-f]{8}\.mp4$/.test(path),
  );

/** Runs the queued jobs of one ladder until none is left. Returns how many there were. */
async function makeLadder(wanted: { videoId: string; sourceKey: string }): Promise<number> {
  await convertVideo(services, { videoId: wanted.videoId, videoUrl: wanted.sourceKey });
  return finishLadder(wanted);
}

async function finishLadder({ videoId, sourceKey }: { videoId: string; sourceKey: string }): Promise<number> {
  for (let jobs = 0; jobs < 9; jobs += 1) {
    if ((await stateOf(videoId))?.state !== "waiting") return jobs;
    expect(await listQueue("make-rung", videoId)).toEqual([{ videoId, sourceKey }]);
    await makeRung(services, { videoId, sourceKey });
  }
  throw new Error("the ladder never ends");
}

async function readRung(videoId: string, shortSide: number): Promise<string> {
  const rung = (await listRungs(db, videoId)).find((each) => each.shortSide === shortSide);
  const found = await storage.open(rung?.storageKey ?? "missing");
  const path = join(world.storageDir, `look-${shortSide}.mp4`);
  await writeFile(path, found ? await buffer(found.body) : "");
  return path;
}

/** The place that asks for playlists. */
const from = { place: "a", address: null, device: null };

async function playlistOf(shown: ReturnType<typeof showMasterPlaylist>): Promise<string> {
  const found = await shown;
  if (!found.ok) throw new Error(found.error);
  return found.playlist;
}

const playerOf = async (videoId: string, viewer = ana) => {
  const watched = await playVideo(services, viewer, videoId);
  if (!("player" in watched) || watched.player.kind !== "file") throw new Error(JSON.stringify(watched));
  return watched.player;
};

// Encoding has the lowest priority: a busy machine takes its time.
describeWithFfmpeg("a ladder", { timeout: 300_000 }, () => {
  test("a ladder is encoded rung by rung, with key frames and segments at the same times", async () => {
    const wanted = await publishClip(await makeMovingClip({ size: "1280x720", seconds: 5, rate: 12 }));
    const { videoId } = wanted;
    expect(await makeLadder(wanted)).toBe(2);
    expect(await stateOf(videoId)).toEqual({ state: "ready", reason: null });
    const rungs = await listRungs(db, videoId);
    expect(rungs).toMatchObject([
      { shortSide: 360, width: 640, height: 360, frameRate: 12 },
      { shortSide: 720, width: 1280, height: 720, frameRate: 12 },
    ]);
    const [small, large] = [await readRung(videoId, 360), await readRung(videoId, 720)];
    const keyFrames = await listKeyFrames(small);
    expect(keyFrames.length).toBe(3);
    expect(await listKeyFrames(large)).toEqual(keyFrames);
    for (const [path, side] of [
      [small, 360],
      [large, 720],
    ] as const) {
      expect((await describeClip(path)).streams).toEqual(["h264 yuv420p", "aac"]);
      expect(Math.abs((await describeClip(path)).seconds - 5)).toBeLessThan(0.1);
      const info = await readMediainfo(path);
      if (info) {
        expect(info).toMatchObject({ Height: String(side), FrameRate: "12.000" });
        expect(info.Format_Profile).toMatch(/^High/);
      }
    }

    const master = HLS.parse(
      await playlistOf(showMasterPlaylist(db, ana, { videoId, savesData: false, from })),
    );
    if (!("variants" in master)) throw new Error("not a master playlist");
    expect(master.variants.map(({ uri }) => uri)).toEqual(["playlist/360.m3u8", "playlist/720.m3u8"]);
    for (const [at, variant] of master.variants.entries()) {
      const { shortSide, peakBandwidth, averageBandwidth } = rungs[at] ?? { shortSide: 0 };
      expect(variant).toMatchObject({
        bandwidth: peakBandwidth,
        averageBandwidth,
        resolution: { width: (shortSide * 16) / 9, height: shortSide },
        frameRate: 12,
      });
      expect(variant.codecs).toMatch(/^avc1\.6400[0-9a-f]{2},mp4a\.40\.2$/);
      const text = await playlistOf(showRungPlaylist(services, ana, { videoId, shortSide }));
      const media = HLS.parse(text);
      if (!("segments" in media)) throw new Error("not a media playlist");
      expect(media).toMatchObject({ endlist: true, playlistType: "VOD", independentSegments: true });
      expect(media.segments.map(({ duration }) => duration)).toEqual([4, 1]);
      // One link, which plays the whole rung and nothing else.
      expect(new Set(text.match(/\/files\/[^"\n]+/g)).size).toBe(1);
      const last = media.segments.at(-1)?.byterange;
      const bytes = await storage.find(rungs[at]?.storageKey ?? "");
      expect((last?.offset ?? 0) + (last?.length ?? 0)).toBe(bytes?.bytes);
    }
  });

  test("sound that ends early goes on in silence, so that no player waits for it", async () => {
    const clip = await makeMovingClip({ size: "640x360", seconds: 6, soundSeconds: 1, rate: 12 });
    const wanted = await publishClip(clip);
    await makeLadder(wanted);
    expect(await lastSoundAt(await readRung(wanted.videoId, 360))).toBeGreaterThan(5.8);
  });

  test("a ladder follows the picture: upright, turned, silent, odd and small", async () => {
    const sizesOf = async (settings: Parameters<typeof makeMovingClip>[0]) => {
      const wanted = await publishClip(await makeMovingClip({ seconds: 1, ...settings }));
      await makeLadder(wanted);
      return (await listRungs(db, wanted.videoId)).map(
        ({ width, height, codecs, frameRate }) =>
          `${width}x${height} ${codecs.includes("mp4a") ? "sound" : "silent"} ${frameRate}`,
      );
    };
    expect(await sizesOf({ size: "406x722" })).toEqual(["360x640 sound 24"]);
    expect(await sizesOf({ size: "640x360", rotation: 90, sound: false })).toEqual(["360x640 silent 24"]);
    expect(await sizesOf({ size: "320x240", rate: 60 })).toEqual(["320x240 sound 30"]);
  });

  test("a ladder plays once it is complete, and until then the file plays", async () => {
    const beto = await makeConsumer(world);
    const wanted = await publishClip(await makeMovingClip({ size: "1280x720", seconds: 1, rate: 12 }));
    const { videoId } = wanted;
    await makeSale(world, beto, videoId);
    const file = (await playerOf(videoId, beto)).src.split("?")[0];
    await convertVideo(services, { videoId, videoUrl: wanted.sourceKey });
    await makeRung(services, wanted);
    expect(await playerOf(videoId, beto)).not.toHaveProperty("hasLadder");
    expect(await showMasterPlaylist(db, beto, { videoId, savesData: false, from })).toEqual({
      ok: false,
      error: "notReady",
    });
    await finishLadder(wanted);
    const player = await playerOf(videoId, beto);
    expect(player).toMatchObject({ hasLadder: true, secondsLeft: playLinkSeconds });
    expect(player.src.split("?")[0]).toBe(file);
    expect(await signRungs(services, beto, videoId)).toHaveLength(2);
    // Those who save data begin with the smallest.
    const rest = await playlistOf(showMasterPlaylist(db, beto, { videoId, savesData: true, from }));
    const saving = await playVideo(services, beto, videoId, { savesData: true });
    expect(saving).toMatchObject({ player: { src: expect.stringContaining("360p"), hasLadder: true } });
    expect(rest).toMatch(/360\.m3u8\n.*\nplaylist\/720\.m3u8/);
  });

  test("an interrupted ladder continues with its rungs, and leaves nothing incomplete", async () => {
    const wanted = await publishClip(await makeMovingClip({ size: "1280x720", seconds: 1, rate: 12 }));
    const { videoId, sourceKey } = wanted;
    await convertVideo(services, { videoId, videoUrl: sourceKey });
    await makeRung(services, wanted);
    const [first] = await rungFiles(sourceKey);
    expect(first).toContain("-360p-");
    const broken = { ...services, storage: breakStorage(storage, { operation: "put" }) };
    await expect(makeRung(broken, wanted)).rejects.toThrow("storage unavailable (put)");
    expect(await rungFiles(sourceKey)).toEqual([first]);
    const halfMade = (await readRows(db, "video_rungs", { video_id: videoId })).find((row) => !row.segments);
    expect(await stateOf(videoId)).toEqual({ state: "waiting", reason: null });
    await makeRung(services, wanted);
    expect(await stateOf(videoId)).toEqual({ state: "ready", reason: null });
    expect((await rungFiles(sourceKey)).map((path) => /-\d+p-/.exec(path)?.[0])).toEqual([
      "-360p-",
      "-720p-",
    ]);
    expect(await rungFiles(sourceKey)).toContain(first);
    expect(await listQueue("remove-replaced-file", halfMade?.storage_key ?? "-")).toHaveLength(1);
    expect((await listFiles(world.storageDir)).filter((path) => /^(converting|tmp)\//.test(path))).toEqual(
      [],
    );
    // A retry of the last job, whose answer was lost.
    await makeRung(services, wanted);
    expect(await rungFiles(sourceKey)).toHaveLength(2);
  });

  test("the ladder of a video deleted meanwhile leaves no file, and a deletion removes its rungs", async () => {
    const wanted = await publishClip(await makeMovingClip({ size: "1280x720", seconds: 1, rate: 12 }));
    const { videoId, sourceKey } = wanted;
    await convertVideo(services, { videoId, videoUrl: sourceKey });
    await makeRung(services, wanted);
    const { storage_key: key } = await readRow(db, "video_rungs", { video_id: videoId }, "storage_key");
    const put: typeof storage.put = async (...words) => {
      const stored = await storage.put(...words);
      expect(await deleteVideo(services, { creatorId: ana.userId, videoId })).toEqual({ ok: true });
      return stored;
    };
    await makeRung({ ...services, storage: { ...storage, put } }, wanted);
    expect(await stateOf(videoId)).toBeUndefined();
    expect(await listQueue("remove-replaced-file", key)).toEqual([{ key }]);
    // The one whose job is queued; the second went with its attempt.
    expect(await rungFiles(sourceKey)).toEqual([`objects/${key}`]);
  });

  test("the ladder of an unreadable file fails permanently, and the video still plays", async () => {
    const clip = await makeMovingClip({ size: "320x240", seconds: 2 });
    const wanted = await publishClip(clip);
    const { videoId, sourceKey } = wanted;
    await convertVideo(services, { videoId, videoUrl: sourceKey });
    const open: typeof storage.open = async () => {
      const found = await storage.open(sourceKey);
      found?.body.destroy();
      return found && { ...found, body: Readable.from([Buffer.alloc(found.bytes, 7)]) };
    };
    await makeRung({ ...services, storage: { ...storage, open } }, wanted);
    expect(await stateOf(videoId)).toEqual({ state: "failed", reason: "unreadable" });
    expect((await playerOf(videoId)).src).toContain("/files/");
    // Not begun again by itself.
    const later = { ...services, clock: () => new Date(services.clock().getTime() + 86_400_000) };
    await resumeLadders(later);
    expect(await stateOf(videoId)).toEqual({ state: "failed", reason: "unreadable" });
  });

  test("the ladder of a former file is not used, and is replaced", async () => {
    const wanted = await publishClip(await makeClip("hevc.mp4"));
    const { videoId, sourceKey } = wanted;
    await convertVideo(services, { videoId, videoUrl: sourceKey });
    const { video_url } = await readRow(db, "videos", { id: videoId }, "video_url");
    const converted = { videoId, sourceKey: video_url ?? "" };
    expect(converted.sourceKey).not.toBe(sourceKey);
    await finishLadder(converted);
    expect(await playerOf(videoId)).toMatchObject({ hasLadder: true });
    await makeRung(services, wanted);
    expect(await rungFiles(sourceKey)).toHaveLength(1);
    await setRows(db, "videos", { id: videoId }, { video_url: sourceKey });
    expect(await playerOf(videoId)).not.toHaveProperty("hasLadder");
    expect(await listRungs(db, videoId)).toEqual([]);
  });
});

const extrasOf = (videoId: string) =>
  findRow(
    db,
    "video_ladders",
    { video_id: videoId },
    "extras",
    "sound_key",
    "sound_bytes",
    "frames_key",
    "frames",
  );

const extraFiles = async () =>
  (await listFiles(world.storageDir)).filter((path) => /-(sound|frames)-[0-9a-f]{8}\./.test(path));

describeWithFfmpeg("the sound and small pictures of a ladder", { timeout: 300_000 }, () => {
  test("are made once it is ready, and served to those who may watch", async () => {
    const wanted = await publishClip(await makeMovingClip({ size: "640x360", seconds: 9, rate: 12 }));
    const { videoId } = wanted;
    await makeLadder(wanted);
    expect(await playerOf(videoId)).not.toHaveProperty("sound");
    expect(await openFrames(services, ana, videoId)).toEqual({ ok: false, error: "notReady" });
    await makeRung(services, wanted);
    const made = await extrasOf(videoId);
    const frames = { seconds: 2, count: 5, columns: 5, width: 160, height: 90 };
    expect(made).toMatchObject({ extras: "ready", frames });
    const player = await playerOf(videoId);
    expect(player).toMatchObject({ sound: expect.stringContaining("-sound-"), frames });

    const sound = join(world.storageDir, "objects", made?.sound_key ?? "");
    const described = await describeClip(sound);
    expect(described.streams).toEqual(["aac"]);
    expect(Math.abs(described.seconds - 9)).toBeLessThan(0.1);
    expect((made?.sound_bytes ?? 0) / 9).toBeLessThan(64_000 / 8 + 1_000);
    const opened = await openFrames(services, ana, videoId);
    if (!opened.ok) throw new Error(opened.error);
    const { width, height } = await sharp(await buffer(opened.file.body)).metadata();
    expect([width, height]).toEqual([5 * 160, 90]);

    const stranger = await makeConsumer(world);
    expect(await openFrames(services, stranger, videoId)).toEqual({ ok: false, error: "mayNotWatch" });
    expect(await findWatchedFile(db, { key: made?.sound_key ?? "", viewerId: ana.userId })).toBeDefined();
    // The image has no signed link at all.
    expect(await findWatchedFile(db, { key: made?.frames_key ?? "", viewerId: ana.userId })).toBeUndefined();
    // A retry of the job, whose answer was lost.
    await makeRung(services, wanted);
    expect(await extrasOf(videoId)).toEqual(made);
    await deleteVideo(services, { creatorId: ana.userId, videoId });
    expect(await listQueue("remove-replaced-file", made?.sound_key ?? "")).toHaveLength(1);
    expect(await listQueue("remove-replaced-file", made?.frames_key ?? "")).toHaveLength(1);
  });

  test("show the picture that each second has", async () => {
    const wanted = await publishClip(await makeMovingClip({ size: "640x360", seconds: 9, rate: 12 }));
    await makeLadder(wanted);
    await makeRung(services, wanted);
    const opened = await openFrames(services, ana, wanted.videoId);
    if (!opened.ok) throw new Error(opened.error);
    const sheet = await buffer(opened.file.body);
    const rung = await readRung(wanted.videoId, 360);
    const extract = (at: number) =>
      sharp(sheet)
        .extract({ left: at * 160, top: 0, width: 160, height: 90 })
        .removeAlpha()
        .raw()
        .toBuffer();
    for (const at of [0, 2, 4]) {
      const shown = await extract(at);
      const distances = await Promise.all(
        [0, 2, 4].map(async (other) => distance(shown, await readPicture(rung, other * 2))),
      );
      expect(distances.indexOf(Math.min(...distances))).toBe(at / 2);
    }
  });

  test("of a silent video are its pictures alone", async () => {
    const wanted = await publishClip(await makeMovingClip({ size: "320x240", seconds: 1, sound: false }));
    await makeLadder(wanted);
    await makeRung(services, wanted);
    expect(await extrasOf(wanted.videoId)).toMatchObject({
      extras: "ready",
      sound_key: null,
      sound_bytes: null,
    });
    expect(await playerOf(wanted.videoId)).not.toHaveProperty("sound");
    expect(await playerOf(wanted.videoId)).toHaveProperty("frames");
  });

  test("are begun again after an interruption, without a file of the first attempt", async () => {
    const wanted = await publishClip(await makeMovingClip({ size: "320x240", seconds: 1 }));
    const { videoId } = wanted;
    await makeLadder(wanted);
    const before = await extraFiles();
    const broken = { ...services, storage: breakStorage(storage, { operation: "put" }) };
    await expect(makeRung(broken, wanted)).rejects.toThrow("storage unavailable (put)");
    const first = await extrasOf(videoId);
    expect(first).toMatchObject({ extras: null, sound_bytes: null, frames: null });
    expect(await extraFiles()).toEqual(before);
    const later = { ...services, clock: () => new Date(services.clock().getTime() + 86_400_000) };
    await resumeLadders(later);
    expect(await listQueue("make-rung", videoId)).toHaveLength(1);
    await makeRung(services, wanted);
    expect(await extrasOf(videoId)).toMatchObject({ extras: "ready" });
    expect(await extraFiles()).toHaveLength(before.length + 2);
    expect(await listQueue("remove-replaced-file", first?.sound_key ?? "")).toHaveLength(1);
  });
});

const distance = (one: Buffer, other: Buffer) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0);

/** Returns the picture of a second as raw pixels of 160x90. */
async function readPicture(path: string, second: number): Promise<Buffer> {
  const picture = "-frames:v 1 -vf scale=160:90 -f rawvideo -pix_fmt rgb24 -".split(" ");
  const options = ["-v", "error", "-ss", String(second), "-i", path, ...picture];
  const { stdout } = await promisify(execFile)(programs?.ffmpeg ?? "", options, { encoding: "buffer" });
  return stdout;
}

test("videos from before there were ladders get their ladder, a bounded number at a time, with FFmpeg and without the streaming service", async () => {
  const ids = new Set<string>();
  for (let number = 0; number < 11; number += 1)
    ids.add((await publishClip(Buffer.concat([makeMp4(), Buffer.from([number])]))).videoId);
  const never = async (): Promise<never> => {
    throw new Error("not asked for");
  };
  const later = {
    ...services,
    clock: () => new Date(services.clock().getTime() + 7_200_000),
    converter: { take: never, sweepTemporary: never },
    streaming: undefined,
  };
  const waiting = async () => (await readRows(db, "video_ladders", { state: "waiting" }, "video_id")).length;
  const before = await waiting();
  await resumeLadders({ ...later, converter: undefined });
  await resumeLadders({ ...later, streaming: {} as never });
  expect(await waiting()).toBe(before);
  await resumeLadders(later);
  expect(await waiting()).toBe(10);
  await resumeLadders(later);
  expect(await waiting()).toBe(10);
});
