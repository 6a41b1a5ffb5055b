import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { countWaiting } from "~/features/office/dashboard/attention.queries.server";
import { suspendVideo } from "~/features/office/people/suspend-video.server";
import { listSales } from "~/features/office/sales/admin-sales.queries.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { refundSale } from "~/features/orders/purchases/refund-sale.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import { hideOwnVideo, showOwnVideo } from "~/features/studio/deletion/delete-video.queries.server";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { updateVideoDetails } from "~/features/studio/own-videos/edit-video.queries.server";
import { showOwnVideos } from "~/features/studio/own-videos/show-own-videos.server";
import { beginRun } from "~/features/videos/media/conversions.queries.server";
import { convertVideo } from "~/features/videos/media/convert-video.server";
import { resumeConversions } from "~/features/videos/media/queue-conversion.server";
import { listJobs } from "../../../support/jobs";
import { allowVideos, makeConsumer, makeCreator, makeMp4, makeSale } from "../../../support/people";
import { actorOf, addAdmin, addCourse, addSale } from "../../../support/rows";
import { listFiles } from "../../../support/stored";
import { findRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { publish, readAsset, textParts, thumbnailPart, videoPart } from "../../../support/upload";
import { type ClipName, describeClip, describeWithFfmpeg, makeClip, spoilContents, until } from "./clips";

const world = await startTestWorld();
const { services } = world;
const { db, storage } = services;
const ana = await makeCreator(world);
await allowVideos(world.services, ana.userId);

async function publishClip(name: ClipName, content?: Uint8Array, fileName: string = name) {
  const file = content ?? (await makeClip(name));
  return publish(world, ana.userId, [...textParts(), thumbnailPart(), videoPart(file, fileName)]);
}

const conversionsOf = (about: string) => listJobs(db, { task: "convert-video", about });

const rowOf = (id: string) => findRow(db, "videos", { id });
const stateOf = (id: string) => findRow(db, "conversions", { video_id: id }, "state", "percent", "reason");
const halfMade = async () =>
  (await listFiles(world.storageDir)).filter((path) => /^(converting|tmp)\//.test(path));
const doubtOf = async (videoId: string, viewer = ana) => {
  const watched = await playVideo(services, viewer, videoId);
  if (!("player" in watched) || watched.player.kind !== "file") throw new Error(JSON.stringify(watched));
  return watched.player.doubt;
};
const jobOf = ({ id, video_url }: { id: string; video_url: string | null }) => ({
  videoId: id,
  videoUrl: video_url ?? "",
});

test("an MP4 is checked without a notice, and a YouTube link is not checked", async () => {
  const video = await publishClip("good.mp4", makeMp4());
  expect(await stateOf(video.id)).toBeUndefined();
  expect(await conversionsOf(video.id)).toMatchObject([{ payload: jobOf(video) }]);
  const link = await publish(world, ana.userId, [
    ...textParts({ source: "youtube", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" }),
    thumbnailPart(),
  ]);
  expect(await conversionsOf(link.id)).toEqual([]);
});

test("creator and learner are informed that FFmpeg is missing, and the video is converted once it is there", async () => {
  const file = Buffer.concat([Buffer.from("RIFF\0\0\0\0AVI LIST"), Buffer.alloc(5_000)]);
  const video = await publishClip("old.avi", file);
  expect(await stateOf(video.id)).toMatchObject({ state: "waiting" });
  expect(await doubtOf(video.id)).toBe("converting");
  await convertVideo({ ...services, converter: undefined }, jobOf(video));
  expect(await stateOf(video.id)).toMatchObject({ state: "unavailable" });
  expect(await doubtOf(video.id)).toBe("format");
  expect(await buyVideo(services, await makeConsumer(world), video.id, "pt")).toMatchObject({ ok: true });
  await resumeConversions({ ...services, converter: undefined });
  expect(await stateOf(video.id)).toMatchObject({ state: "unavailable" });
  const queued = await conversionsOf(video.id);
  await resumeConversions({ ...services, converter: { take: never, sweepTemporary: never } });
  expect(await stateOf(video.id)).toMatchObject({ state: "waiting" });
  // One key: it waits once.
  expect(await conversionsOf(video.id)).toHaveLength(queued.length);
});

async function never(): Promise<never> {
  throw new Error("not asked for");
}

describeWithFfmpeg("with FFmpeg", () => {
  test.each<ClipName>(["phone.mov", "hevc.mp4"])(
    "the conversion of %s stores an MP4, keeps all else, and removes the old file when no link plays it any more",
    async (name) => {
      const video = await publishClip(name);
      const before = await rowOf(video.id);
      await convertVideo(services, jobOf(video));
      const after = await rowOf(video.id);
      expect(after).toEqual({ ...before, video_url: after?.video_url, replaced_url: before?.video_url });
      expect(after?.video_url).not.toBe(before?.video_url);
      expect(after?.file_name).toBe(name);
      const found = await storage.open(after?.video_url ?? "");
      const path = join(world.storageDir, "look.mp4");
      await writeFile(path, found ? await buffer(found.body) : "");
      expect((await describeClip(path)).streams).toEqual(["h264 yuv420p", "aac"]);
      expect(await stateOf(video.id)).toBeUndefined();
      expect(await doubtOf(video.id)).toBeUndefined();
      expect(await halfMade()).toEqual([]);

      // Who watches now has a link to it.
      expect(await storage.find(video.video_url ?? "")).toBeDefined();
      const about = video.video_url ?? "";
      const runAt = new Date(services.clock().getTime() + 3_600_000);
      expect(await listJobs(db, { task: "remove-replaced-file", about })).toMatchObject([
        { payload: { key: about }, runAt },
      ]);

      // A retry of the job, its answer having been lost, changes nothing.
      await convertVideo(services, jobOf(video));
      expect(await rowOf(video.id)).toEqual(after);
      expect(await storage.find(after?.video_url ?? "")).toBeDefined();
    },
  );

  test("a good MP4 is stored unchanged", async () => {
    const video = await publishClip("good.mp4");
    await convertVideo(services, jobOf(video));
    expect(await rowOf(video.id)).toEqual(video);
    expect(await buyVideo(services, await makeConsumer(world), video.id, "pt")).toMatchObject({ ok: true });
    expect(await stateOf(video.id)).toBeUndefined();
    expect(await listJobs(db, { task: "remove-replaced-file", about: video.video_url ?? "" })).toEqual([]);
    expect(await halfMade()).toEqual([]);
  });

  test("an unreadable file stays unchanged with the reason, and is not retried", async () => {
    const clip = await makeClip("old.avi");
    const broken = Buffer.concat([clip.subarray(0, 300), Buffer.alloc(9_000, 3)]);
    const video = await publishClip("old.avi", broken);
    await convertVideo(services, jobOf(video));
    expect(await rowOf(video.id)).toEqual({ ...video, suspended_at: services.clock() });
    expect(await stateOf(video.id)).toEqual({ state: "failed", percent: null, reason: "unreadable" });
    expect(await doubtOf(video.id)).toBe("unreadable");
    expect(await storage.find(video.video_url ?? "")).toBeDefined();
    expect(await halfMade()).toEqual([]);
    await resumeConversions({ ...services, clock: () => new Date(services.clock().getTime() + 86_400_000) });
    expect(await stateOf(video.id)).toMatchObject({ state: "failed" });
  });

  test.each<[string, () => Promise<Buffer>]>([
    ["whose pictures are missing", async () => spoilContents(await makeClip("index-last.mp4"))],
    ["whose VP9 pictures are missing", async () => spoilContents(Buffer.from(readAsset("clip-vp9.mp4")))],
  ])("an MP4 %s is not for sale, and its paid sales wait for an administrator", async (_, file) => {
    const [beto, bia] = [await makeConsumer(world), await makeConsumer(world)];
    const video = await publishClip("good.mp4", await file());
    const inCourse = await addCourse(db, ana.userId, [video.id]);
    await makeSale(world, beto, video.id);
    await addSale(db, { consumerId: bia.userId, videoId: inCourse });
    await addSale(db, { consumerId: bia.userId, videoId: video.id, status: "pending" });
    const waiting = async () => ({
      counted: (await countWaiting(db, services.clock())).unreadable,
      listed: (await listSales(db, { filter: "unreadable" })).rows.map((sale) => sale.buyer_email).sort(),
    });
    const before = await waiting();
    await convertVideo(services, jobOf(video));

    const carla = await makeConsumer(world);
    expect(await buyVideo(services, carla, video.id, "pt")).toMatchObject({ ok: false, error: "notFound" });
    expect(await doubtOf(video.id, beto)).toBe("unreadable");
    const list = { creatorId: ana.userId, after: undefined, message: undefined };
    const own = await showOwnVideos(services, list);
    expect(own.videos.find(({ id }) => id === video.id)?.state).toEqual({ step: "unreadable" });
    const mails = await readRows(db, "mails", { kind: "videoFailed" }, "facts");
    expect(mails).toContainEqual({ facts: { videoId: video.id, reason: "unreadable" } });
    expect(await listJobs(db, { about: `unreadable:${video.id}:` })).toHaveLength(1);
    expect(await waiting()).toEqual({
      counted: before.counted + 2,
      listed: [...before.listed, beto.email, bia.email].sort(),
    });

    // A refund ends the wait of a sale; restoring the video that of all others.
    const by = actorOf(await addAdmin(db), "adm@example.com", services.clock());
    const [paid] = (await listSales(db, { filter: "unreadable" })).rows.filter(
      (sale) => sale.buyer_email === beto.email,
    );
    const refund = { amountCents: 4990, seenBackCents: 0, channel: "provider", note: "não toca" } as const;
    expect(await refundSale(services, { ...refund, saleId: paid?.id ?? "", by })).toMatchObject({ ok: true });
    expect((await waiting()).listed).toEqual([...before.listed, bia.email].sort());
    await suspendVideo(services, { videoId: video.id, suspended: false, by });
    expect(await waiting()).toEqual(before);
    expect(await buyVideo(services, carla, video.id, "pt")).toMatchObject({ ok: true });
  });

  test("a run that was overtaken, or whose video has another file by now, leaves the video for sale", async () => {
    const video = await publishClip("good.mp4", await makeClip("sound.mp4"));
    const take = async (act: () => Promise<unknown>) => {
      const { converter } = services;
      const overtaken: typeof converter = converter && {
        ...converter,
        take: (...words) => converter.take(...words).finally(act),
      };
      await convertVideo({ ...services, converter: overtaken }, jobOf(video));
      expect(await rowOf(video.id)).toMatchObject({ suspended_at: null });
    };
    const now = services.clock();
    await take(() => beginRun(db, { videoId: video.id, runId: randomUUID(), now }));
    await db.deleteFrom("conversions").where("video_id", "=", video.id).execute();
    await take(() => setRows(db, "videos", { id: video.id }, { video_url: "a/1_x.mp4" }));
  });

  /** Does something at the moment when the result is stored and the record still names the original. */
  const betweenPutAndSwitch = (act: () => Promise<unknown>) => ({
    ...services,
    storage: {
      ...storage,
      put: async (...words: Parameters<typeof storage.put>) => {
        const stored = await storage.put(...words);
        await act();
        return stored;
      },
    },
  });
  const objectsOf = async (key: string | null) => {
    const stem = (key ?? "").replace(/\.\w+$/, "");
    return (await listFiles(world.storageDir)).filter((path) => path.includes(stem));
  };

  test("a video deleted during its conversion leaves no file", async () => {
    const video = await publishClip("phone.mov");
    const own = { creatorId: ana.userId, videoId: video.id };
    await convertVideo(
      betweenPutAndSwitch(() => deleteVideo(services, own)),
      jobOf(video),
    );
    expect(await rowOf(video.id)).toBeUndefined();
    expect(await objectsOf(video.video_url)).toEqual([]);
    expect(await halfMade()).toEqual([]);
    // The job again, after its process was killed in that moment.
    await storage.put(video.video_url?.replace(".mov", ".mp4") ?? "", Readable.from([Buffer.from("left")]));
    await convertVideo(services, jobOf(video));
    expect(await objectsOf(video.video_url)).toEqual([]);
  });

  test("a conversion stops when its video is deleted", async () => {
    const video = await publishClip("old.avi", await makeClip("old.avi", 20));
    const converting = convertVideo(services, jobOf(video));
    await until(async () => (await stateOf(video.id))?.state === "running");
    await deleteVideo(services, { creatorId: ana.userId, videoId: video.id });
    await converting;
    expect(await objectsOf(video.video_url)).toEqual([]);
    expect(await halfMade()).toEqual([]);
  });

  test("a deletion in progress keeps the old file, and the video is converted later if it fails", async () => {
    const video = await publishClip("phone.mov");
    const own = { creatorId: ana.userId, videoId: video.id };
    const hide = () => hideOwnVideo(db, { ...own, now: services.clock() });
    await convertVideo(betweenPutAndSwitch(hide), jobOf(video));
    expect((await rowOf(video.id))?.video_url).toBe(video.video_url);
    expect(await objectsOf(video.video_url)).toHaveLength(1);
    await convertVideo(services, jobOf(video));
    const queued = await listJobs(db, { about: `convert:${video.id}` });
    expect(queued.map(({ runAt }) => runAt > services.clock())).toEqual([true]);
    await showOwnVideo(db, own);
    await convertVideo(services, jobOf(video));
    expect((await rowOf(video.id))?.video_url).toMatch(/\.mp4$/);
  });

  test("a deleted video with buyers is converted for them", async () => {
    const video = await publishClip("phone.mov");
    await makeSale(world, await makeConsumer(world), video.id);
    await deleteVideo(services, { creatorId: ana.userId, videoId: video.id });
    await convertVideo(services, jobOf(video));
    expect((await rowOf(video.id))?.video_url).toMatch(/\.mp4$/);
  });

  test("an edit during a conversion is kept together with its result", async () => {
    const video = await publishClip("phone.mov");
    const own = { creatorId: ana.userId, videoId: video.id };
    const details = { title: "Outro título", description: "Nova", priceCents: 700, topicSlug: null };
    await convertVideo(
      betweenPutAndSwitch(() => updateVideoDetails(db, own, details)),
      jobOf(video),
    );
    expect(await rowOf(video.id)).toMatchObject({
      title: "Outro título",
      price_cents: 700,
      video_url: expect.stringMatching(/\.mp4$/),
    });
  });

  test("of two conversions of one video the later one continues, and the earlier one stops", async () => {
    const video = await publishClip("old.avi", await makeClip("old.avi", 20));
    const first = convertVideo(services, jobOf(video));
    await until(async () => (await stateOf(video.id))?.state === "running");
    await convertVideo(services, jobOf(video));
    await first;
    const after = await rowOf(video.id);
    expect(after?.video_url).toMatch(/\.mp4$/);
    expect(await storage.find(after?.video_url ?? "")).toBeDefined();
    expect(await stateOf(video.id)).toBeUndefined();
    expect(await halfMade()).toEqual([]);
  });

  test("a server that shuts down releases its conversion for another one", async () => {
    const video = await publishClip("old.avi", await makeClip("old.avi", 20));
    const shutDown = new AbortController();
    const converting = convertVideo(services, jobOf(video), shutDown.signal);
    converting.catch(() => {});
    await until(async () => (await stateOf(video.id))?.state === "running");
    shutDown.abort(new Error("shutting down"));
    await expect(converting).rejects.toThrow("shutting down");
    expect(await stateOf(video.id)).toMatchObject({ state: "waiting" });
    expect(await halfMade()).toEqual([]);
  });
});
