/** The cover of a linked video: a copy of its standard image, which does not reveal its id. */
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { listShopVideos } from "~/features/shop/catalog/shop-videos.queries.server";
import { findSalesPageVideo } from "~/features/shop/sales-page/sales-page-video.queries.server";
import { publishFromForm } from "~/features/studio/uploads/publish-from-form.server";
import { copyYoutubeThumbnail } from "~/features/videos/pictures/thumbnail.server";
import { makeRequest } from "../../../support/ask";
import { listJobs } from "../../../support/jobs";
import { makeImage } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored } from "../../../support/stored";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { publish, textParts, thumbnailPart } from "../../../support/upload";

const id = "dQw4w9WgXcQ";
const link = textParts({ source: "youtube", youtubeUrl: `https://youtu.be/${id}` });
const jpeg = Buffer.from(await makeImage("jpeg"));

type Reply = { status?: number; headers?: Record<string, string>; body?: Uint8Array } | "hang" | "cut";

/** The image host: returns the configured response and records its requests. */
const images = { asked: [] as string[], reply: {} as Reply };
const server = createServer((request, response) => {
  images.asked.push(request.url ?? "");
  const { reply } = images;
  if (reply === "hang") return;
  if (reply === "cut") {
    response.writeHead(200, { "Content-Type": "image/jpeg", "Content-Length": jpeg.length });
    response.write(jpeg.subarray(0, 100), () => response.destroy());
    return;
  }
  response
    .writeHead(reply.status ?? 200, { "Content-Type": "image/jpeg", ...reply.headers })
    .end(reply.body ?? jpeg);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
const port = typeof address === "object" && address ? address.port : 0;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const world = await startTestWorld({ YOUTUBE_IMAGE_URL: `http://127.0.0.1:${port}` });
let ana: string;
beforeEach(async () => {
  ana = await addCreator(world.services.db);
  images.asked = [];
  images.reply = {};
});

test("a linked video without a thumbnail gets a copy of the standard image, whose path, name and content do not reveal the id", async () => {
  const row = await publish(world, ana, link);
  expect(images.asked).toEqual([`/vi/${id}/hqdefault.jpg`]);
  expect(row.thumbnail_url).toMatch(/^\/thumbnails\//);
  const { objects } = await findStored(world, ana);
  expect(objects.join()).not.toContain(id);
  for (const path of objects) {
    const image = await readFile(join(world.storageDir, path));
    expect(image.subarray(8, 12).toString()).toBe("WEBP");
    expect(image.includes(id)).toBe(false);
  }
});

test("a linked video without a thumbnail reveals its id nowhere in the shop", async () => {
  const row = await publish(world, ana, link);
  const { db } = world.services;
  const shown = JSON.stringify([
    await findSalesPageVideo(db, { id: row.id }),
    await listShopVideos(db, { creatorId: ana }),
  ]);
  expect(shown).toContain(row.id);
  expect(shown).not.toContain(id);
  expect(shown).not.toMatch(/youtube\.com|youtu\.be|ytimg/);
});

test.each<[string, Reply]>([
  ["answers 404", { status: 404 }],
  ["answers 500", { status: 500 }],
  ["leads elsewhere", { status: 302, headers: { Location: "http://169.254.169.254/" } }],
  ["sends a page", { body: Buffer.from("<html>not an image</html>") }],
  ["sends an image broken in its middle", { body: jpeg.subarray(0, 200) }],
  ["announces too much", { headers: { "Content-Length": "6000000" } }],
  ["sends too much", { body: Buffer.concat([jpeg, Buffer.alloc(6_000_000)]) }],
  ["cuts the line", "cut"],
  ["never answers", "hang"],
])(
  "a linked video without a thumbnail is published without a picture if the image host %s",
  async (_, reply) => {
    images.reply = reply;
    expect(await publish(world, ana, link)).toMatchObject({ thumbnail_url: null });
    expect((await findStored(world, ana)).objects).toEqual([]);
  },
);

test("a failed thumbnail fetch is reported and retried once", async () => {
  const { db } = world.services;
  images.reply = { status: 503 };
  const request = makeRequest({ path: "/creator/upload", parts: link });
  const published = await publishFromForm(world.services, ana, request);
  if (!published.ok) throw new Error(JSON.stringify(published.problem));
  const { videoId, thumbnailLater } = published;
  expect(thumbnailLater).toBe(true);
  expect(await listJobs(db, { task: "copy-youtube-thumbnail", about: videoId })).toHaveLength(1);
  await expect(copyYoutubeThumbnail(world.services, videoId)).rejects.toThrow("could not be fetched");
  expect((await findStored(world, ana)).objects).toEqual([]);

  images.reply = {};
  await copyYoutubeThumbnail(world.services, videoId);
  const shown = (await findSalesPageVideo(db, { id: videoId }))?.thumbnail_url;
  expect(shown).toMatch(/^\/thumbnails\//);
  expect(shown).not.toContain(id);
  const { objects } = await findStored(world, ana);
  expect(objects.length).toBeGreaterThan(0);
  const asked = images.asked.length;
  await copyYoutubeThumbnail(world.services, videoId);
  expect(images.asked).toHaveLength(asked);
  expect((await findStored(world, ana)).objects).toEqual(objects);
});

test("a linked video without a thumbnail discards a fetched image after the creator chose another, or after the video left the shop", async () => {
  const { db } = world.services;
  for (const change of [{ thumbnail_url: "/thumbnails/own.webp" }, { deleted_at: world.services.clock() }]) {
    images.reply = { status: 503 };
    const { id: videoId } = await publish(world, ana, link);
    images.reply = {};
    // Changed while the image is on its way.
    const { storage } = world.services;
    const put: typeof storage.put = async (...asked) => {
      await setRows(db, "videos", { id: videoId }, change);
      return storage.put(...asked);
    };
    await copyYoutubeThumbnail({ ...world.services, storage: { ...storage, put } }, videoId);
    expect((await findStored(world, ana)).objects).toEqual([]);
    const row = await readRow(db, "videos", { id: videoId }, "thumbnail_url");
    expect(row).toEqual({ thumbnail_url: change.thumbnail_url ?? null });
  }
});

test("the image host is not called for a video with an uploaded thumbnail", async () => {
  const row = await publish(world, ana, [...link, thumbnailPart()]);
  expect(row.thumbnail_url).toMatch(/_capa\.webp$/);
  expect(images.asked).toEqual([]);
});
