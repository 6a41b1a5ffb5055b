import { beforeAll, describe, expect, test } from "vitest";
import { findSaleByCheckout, listHoldings } from "~/features/orders/checkout/holdings.queries.server";
import { listCreatorSales } from "~/features/studio/dashboard/creator-sales.queries.server";
import { countOwnVideos } from "~/features/studio/dashboard/creator-totals.queries.server";
import { hideOwnVideo, showOwnVideo } from "~/features/studio/deletion/delete-video.queries.server";
import { findOwnVideo, listOwnVideos } from "~/features/studio/own-videos/own-videos.queries.server";
import { addConsumer, addCreator, addSale, addVideo } from "../support/rows";
import { openTestDatabase } from "../support/test-database";

const db = await openTestDatabase();
const ana = await addCreator(db, "Ana");
const caio = await addCreator(db, "Caio");
const beto = await addConsumer(db);
const dora = await addConsumer(db);
let videoId: string;

beforeAll(async () => {
  videoId = await addVideo(db, ana);
  await addVideo(db, caio);
  await addSale(db, { consumerId: beto, videoId, checkoutId: "cs_beto" });
});

describe("another creator's video", () => {
  test("is found only by its creator", async () => {
    expect(await findOwnVideo(db, { creatorId: ana, videoId })).toMatchObject({ id: videoId, sold: true });
    expect(await findOwnVideo(db, { creatorId: caio, videoId })).toBeUndefined();
  });

  test("cannot be hidden or shown by another creator", async () => {
    const now = new Date();
    expect(await hideOwnVideo(db, { creatorId: caio, videoId, now })).toBe(false);
    expect(await findOwnVideo(db, { creatorId: ana, videoId })).toBeDefined();
    expect(await hideOwnVideo(db, { creatorId: ana, videoId, now })).toBe(true);
    await showOwnVideo(db, { creatorId: caio, videoId });
    expect(await findOwnVideo(db, { creatorId: ana, videoId })).toBeUndefined();
    expect(await findOwnVideo(db, { creatorId: caio, videoId, hidden: true })).toBeUndefined();
    await showOwnVideo(db, { creatorId: ana, videoId });
    expect(await findOwnVideo(db, { creatorId: ana, videoId })).toBeDefined();
  });

  test("is in no other creator's list or count", async () => {
    const { rows } = await listOwnVideos(db, { creatorId: caio });
    expect(rows.map(({ id }) => id)).not.toContain(videoId);
    expect(await countOwnVideos(db, caio)).toBe(1);
    expect(await countOwnVideos(db, beto)).toBe(0);
  });
});

describe("sales", () => {
  test("are visible to the video's creator only", async () => {
    expect((await listCreatorSales(db, { creatorId: ana })).rows).toHaveLength(1);
    expect((await listCreatorSales(db, { creatorId: caio })).rows).toEqual([]);
  });

  test("do not contain the buyer", async () => {
    const shown = JSON.stringify((await listCreatorSales(db, { creatorId: ana })).rows);
    expect(shown).not.toContain(beto);
    expect(shown).not.toContain("Beto");
  });

  test("are found by their buyer only", async () => {
    expect(await findSaleByCheckout(db, { consumerId: beto, checkoutId: "cs_beto" })).toBeDefined();
    expect(await findSaleByCheckout(db, { consumerId: dora, checkoutId: "cs_beto" })).toBeUndefined();
    const holdings = async (userId: string) =>
      (await listHoldings(db, { userId, videoIds: [videoId] })).get(videoId);
    expect(await holdings(beto)).toEqual({ kind: "has" });
    expect(await holdings(dora)).toMatchObject({ kind: "none", ended: null });
  });
});
