/** Covers in place of thumbnails: in the plain form, over many connections, and when editing. */
import { expect, test } from "vitest";
import { editVideo } from "~/features/studio/own-videos/edit-video.server";
import { publishFromForm } from "~/features/studio/uploads/publish-from-form.server";
import { makeRequest } from "../../../support/ask";
import { allowVideos, makeCreator, uploadParts } from "../../../support/people";
import { readRow } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const creator = await makeCreator(world);
await allowVideos(services, creator.userId);

const cover = { coverTitle: "Costura básica", coverDrawing: "ipe", coverGround: "rosa" };
const empty = { name: "thumbnail", fileName: "", type: "application/octet-stream", content: "" };

async function publish(changes: Record<string, string>, thumbnail?: typeof empty) {
  const parts = (await uploadParts(changes)).map((part) =>
    part.name === "thumbnail" && thumbnail ? thumbnail : part,
  );
  return publishFromForm(services, creator.userId, makeRequest({ path: "/creator/upload", parts }));
}

async function thumbnailOf(videoId: string): Promise<string | null> {
  const video = await readRow(services.db, "videos", { id: videoId }, "thumbnail_url");
  return video.thumbnail_url;
}

test("the chosen drawing is the thumbnail of a form without a file", async () => {
  const published = await publish(cover, empty);
  if (!published.ok) throw new Error(JSON.stringify(published.problem));
  const url = await thumbnailOf(published.videoId);
  expect(url).toMatch(/capa-ipe\.webp$/);
  expect(await services.storage.find((url ?? "").slice("/thumbnails/".length))).toMatchObject({
    contentType: "image/webp",
  });
});

test("an uploaded file takes precedence over a drawing", async () => {
  const published = await publish(cover);
  if (!published.ok) throw new Error(JSON.stringify(published.problem));
  expect(await thumbnailOf(published.videoId)).toMatch(/capa\.webp$/);
});

test.each(["", "nothing-of-ours"])(
  "without a file, the unknown drawing %j leaves the thumbnail missing",
  async (coverDrawing) => {
    const published = await publish({ ...cover, coverDrawing }, empty);
    expect(published).toMatchObject({
      ok: false,
      problem: { errors: { thumbnail: "videos.thumbnailMissing" } },
    });
  },
);

test("an edit replaces the thumbnail by a cover", async () => {
  const published = await publish({});
  if (!published.ok) throw new Error(JSON.stringify(published.problem));
  const fields = { title: "Pão", description: "Em casa.", price: "49,90", ...cover };
  const parts = [...Object.entries(fields).map(([name, content]) => ({ name, content })), empty];
  const own = { creatorId: creator.userId, videoId: published.videoId };
  expect(await editVideo(services, own, makeRequest({ path: "/creator/videos", parts }))).toMatchObject({
    ok: true,
  });
  expect(await thumbnailOf(published.videoId)).toMatch(/capa-ipe\.webp$/);
});
