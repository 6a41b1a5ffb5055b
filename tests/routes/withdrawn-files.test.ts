/** What left the shop is no longer public at any address that was shown before (docs/decisions/0022). */

import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { changeAccount } from "~/features/office/people/change-account.server";
import { suspendVideo } from "~/features/office/people/suspend-video.server";
import { withdrawFiles } from "~/features/shop/sharing/withdraw-files.server";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { coverJpegPath } from "~/features/videos/pictures/picture-paths";
import { send } from "../support/browser";
import { startHttpApp } from "../support/http-app";
import { workQueue } from "../support/mails";
import {
  makeAdmin,
  makeConsumer,
  makeCreator,
  makeImage,
  makeSale,
  makeVideo,
  type Person,
} from "../support/people";
import { actorOf } from "../support/rows";
import { salesAddress } from "../support/sales-address";
import { readRow, setRows } from "../support/tables";
import { appUrl, startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db, storage } = services;
const { port } = await startHttpApp(world);
await workQueue(world);
const admin = await makeAdmin(world);
const buyer = await makeConsumer(world);

const bytes = (text: string) => Readable.from([Buffer.from(text)]);
const get = (path: string, who?: Person) => send(port, { path, headers: who ? { Cookie: who.cookie } : {} });
const statusesOf = (paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await get(path)).status));
const untilGone = (paths: readonly string[]) =>
  expect.poll(async () => new Set(await statusesOf(paths))).toEqual(new Set([404]));
/** The addresses of files for everyone in a page. */
const filesIn = (html: string) => [
  ...new Set(html.match(/\/(?:thumbnails|previews|share\/(?:videos|creators))\/[^\s"\\&<]+/g) ?? []),
];

/** A creator with portrait and a video with excerpt, sold once. */
async function makeShop() {
  const creator = await makeCreator(world);
  const videoId = await makeVideo(world, creator);
  const preview_key = `${creator.userId}/previews/${videoId.replaceAll("-", "")}.mp4`;
  await storage.put(preview_key, bytes("excerpt"));
  const preview = { preview_kind: "excerpt", preview_status: "ready", preview_length: 3 } as const;
  await setRows(db, "videos", { id: videoId }, { ...preview, preview_key });
  const portrait_key = `${creator.userId}/portraits/1700000000000-0a1b2c3d-384.webp`;
  for (const width of [384, 96])
    await storage.put(portrait_key.replace("384", `${width}`), Readable.from([await makeImage("webp")]));
  await setRows(db, "creator_profiles", { user_id: creator.userId }, { portrait_key });
  await makeSale(world, buyer, videoId);
  const { handle } = await readRow(db, "creator_profiles", { user_id: creator.userId }, "handle");
  const { thumbnail_url } = await videoRow(videoId);
  const salesPage = (await salesAddress(db, videoId)).path;
  const pages = [salesPage, "/marketplace", `/creators/${handle}`, "/sitemap.xml", "/"];
  const shown = new Set<string>([coverJpegPath(thumbnail_url) ?? ""]);
  for (const page of pages) for (const file of filesIn((await get(page)).body)) shown.add(file);
  const own = [...shown].filter((path) => path.includes(creator.userId) || path.includes(videoId));
  expect(new Set(await statusesOf(own))).toEqual(new Set([200]));
  return { creator, videoId, pages, own };
}

const videoRow = (videoId: string) => readRow(db, "videos", { id: videoId }, "thumbnail_url", "preview_key");

const suspend = (videoId: string, suspended: boolean) =>
  suspendVideo(services, { videoId, suspended, reason: "Denúncia", by: actorOf(admin.userId, admin.email) });

describe("a suspended video", () => {
  let shop: Awaited<ReturnType<typeof makeShop>>;
  let ofVideo: string[];
  beforeAll(async () => {
    shop = await makeShop();
    // The portrait and the creator's picture stay: the creator is not suspended.
    ofVideo = shop.own.filter((path) => !/portraits|share\/creators/.test(path));
    for (const folder of ["/previews/", "/share/videos/", "/share/covers/"])
      expect(ofVideo.some((path) => path.startsWith(folder))).toBe(true);
    expect(ofVideo.filter((path) => path.startsWith("/thumbnails/")).length).toBeGreaterThan(1);
    expect(await suspend(shop.videoId, true)).toMatchObject({ ok: true, changed: true });
  });

  test("is removed from every address that showed it", () => untilGone(ofVideo));

  test("is on no public page with an address of its files, former or new", async () => {
    const { thumbnail_url, preview_key } = await videoRow(shop.videoId);
    for (const page of shop.pages) {
      const { body } = await get(page);
      for (const path of [...ofVideo, thumbnail_url ?? "-", preview_key ?? "-"])
        expect(body).not.toContain(path);
    }
  });

  test("is still shown to its buyer", async () => {
    const { body } = await get("/purchases", buyer);
    const shown = filesIn(body).filter((path) => path.includes(shop.creator.userId));
    expect(shown.length).toBeGreaterThan(0);
    expect(new Set(await statusesOf(shown))).toEqual(new Set([200]));
    expect((await get(`/watch/${shop.videoId}`, buyer)).status).toBe(200);
  });

  test("is not moved again by a retry of the job", async () => {
    const before = await videoRow(shop.videoId);
    const [, at = "", hex = ""] = /thumbs\/(\d+)-([0-9a-f]{32})-/.exec(before.thumbnail_url ?? "") ?? [];
    expect(hex).not.toBe("");
    const job = { creatorId: shop.creator.userId, videoId: shop.videoId, at: Number(at), secret: "s" };
    await withdrawFiles(services, job);
    const moved = await videoRow(shop.videoId);
    expect(moved.thumbnail_url).not.toBe(before.thumbnail_url);
    await withdrawFiles(services, job);
    expect(await videoRow(shop.videoId)).toEqual(moved);
    const found = await storage.open(moved.preview_key ?? "");
    expect(found && `${await buffer(found.body)}`).toBe("excerpt");
  });

  test("is shown at new addresses once restored", async () => {
    await suspend(shop.videoId, false);
    const { body } = await get((await salesAddress(db, shop.videoId)).path);
    const shown = filesIn(body).filter((path) => path.includes(shop.creator.userId));
    expect(shown.some((path) => path.startsWith("/previews/"))).toBe(true);
    expect(new Set(await statusesOf(shown))).toEqual(new Set([200]));
    expect(shown.filter((path) => /thumbs|previews/.test(path) && ofVideo.includes(path))).toEqual([]);
    const picture = new RegExp(`property="og:image" content="${appUrl}([^"]*)"`).exec(body)?.[1] ?? "";
    expect((await get(picture)).status).toBe(200);
  });
});

test("a suspended creator's portrait and videos are removed from every address", async () => {
  const { creator, own } = await makeShop();
  expect(own.some((path) => path.includes("/portraits/"))).toBe(true);
  expect(own.some((path) => path.startsWith("/share/creators/"))).toBe(true);
  const by = actorOf(admin.userId, admin.email);
  expect(
    await changeAccount(services, { step: "suspend", userId: creator.userId, reason: "Denúncia", by }),
  ).toEqual({ ok: true, changed: true });
  await untilGone(own);
});

test("a sold video deleted by its creator is removed from every address, and shown to its buyer", async () => {
  const { creator, videoId, own } = await makeShop();
  const ofVideo = own.filter((path) => !/portraits|share\/creators/.test(path));
  expect(await deleteVideo(services, { creatorId: creator.userId, videoId })).toEqual({ ok: true });
  await untilGone(ofVideo);
  const { thumbnail_url } = await videoRow(videoId);
  expect((await get("/purchases", buyer)).body).toContain(thumbnail_url);
  expect((await get(thumbnail_url ?? "")).status).toBe(200);
});

test("a shared cache revalidates after a minute, and gets 304 if nothing changed", async () => {
  const { own } = await makeShop();
  for (const path of own) {
    const { headers } = await get(path);
    expect(headers["cache-control"]).toBe("public, max-age=86400, s-maxage=60");
    if (path.startsWith("/share/")) continue;
    const again = await send(port, { path, headers: { "If-None-Match": headers.etag ?? "" } });
    expect([again.status, again.body]).toEqual([304, ""]);
  }
});
