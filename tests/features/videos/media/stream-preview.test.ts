/** Previews of videos that a streaming service delivers: it cuts them, and they come into our own store. */
import { expect, test } from "vitest";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { makePreview } from "~/features/videos/media/make-preview.server";
import { checkStreams } from "~/features/videos/media/record-stream-status.server";
import { sendToStream } from "~/features/videos/media/send-to-stream.server";
import { listJobs } from "../../../support/jobs";
import { addCreator } from "../../../support/rows";
import { readRow, setRows } from "../../../support/tables";
import { publish, textParts, thumbnailPart, videoPart } from "../../../support/upload";
import { describeWithFfmpeg, makeClip, programs } from "./clips";
import { startStreamScene } from "./stream-scene";

const { stream, world } = await startStreamScene({ ffmpeg: programs?.ffmpeg ?? false });
const { services } = world;
const { db, storage } = services;
const ana = await addCreator(db);

describeWithFfmpeg("with FFmpeg", () => {
  const rowOf = (id: string) => readRow(db, "videos", { id });

  /** Publishes a video and waits until the service has it ready. */
  async function publishReady() {
    const video = videoPart(await makeClip("good.mp4", 8));
    const fields = textParts({ previewSeconds: "2", previewStart: "3" });
    const { id } = await publish(world, ana, [...fields, thumbnailPart(), video]);
    await sendToStream(services, { videoId: id });
    await stream.settled();
    await setRows(db, "video_streams", { video_id: id }, { check_at: new Date(0) });
    await checkStreams(services);
    return rowOf(id);
  }

  test("the streaming service cuts the excerpt, which is stored here, and keeps no copy", async () => {
    const video = await publishReady();
    expect(video).toMatchObject({ preview_status: "waiting", duration_seconds: 8 });
    const job = { videoId: video.id, key: video.preview_key ?? "" };
    await makePreview(services, job);
    const clip = (await rowOf(video.id)).preview_clip ?? "";
    expect(stream.videos().map(({ uid }) => uid)).toContain(clip);
    await stream.settled();
    await makePreview(services, job); // asks for the MP4
    await stream.settled();
    await makePreview(services, job);
    expect(await rowOf(video.id)).toMatchObject({
      preview_status: "ready",
      preview_length: 2,
      preview_clip: null,
    });
    expect((await storage.find(job.key))?.bytes).toBeGreaterThan(1_000);
    expect(job.key).not.toContain(video.cloudflare_video_id ?? "-");
  });

  test("a deletion while the service cuts the excerpt leaves neither copy", async () => {
    const video = await publishReady();
    const job = { videoId: video.id, key: video.preview_key ?? "" };
    await makePreview(services, job);
    const clip = (await rowOf(video.id)).preview_clip ?? "-";
    await deleteVideo(services, { creatorId: ana, videoId: video.id });
    expect(stream.videos().map(({ uid }) => uid)).not.toContain(video.cloudflare_video_id);
    expect(await listJobs(db, { about: clip })).toMatchObject([{ task: "remove-clip" }]);
    await makePreview(services, job);
    expect(await storage.find(job.key)).toBeUndefined();
  });
});
