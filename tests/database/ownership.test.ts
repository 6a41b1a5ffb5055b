import { beforeAll, describe, expect, test } from "vitest";
import { dayOf } from "~/features/base/money/days";
import { findPayoutSettings, updatePayoutSettings } from "~/features/money/payees/details.queries.server";
import { noBankPlace } from "~/features/money/payees/payee";
import { findSaleByCheckout, listHoldings } from "~/features/orders/checkout/holdings.queries.server";
import { listCreatorSales } from "~/features/studio/dashboard/creator-sales.queries.server";
import { countOwnVideos, sumCreatorSales } from "~/features/studio/dashboard/creator-totals.queries.server";
import {
  deleteUnsoldVideo,
  hideOwnVideo,
  showOwnVideo,
} from "~/features/studio/deletion/delete-video.queries.server";
import { findOwnVideo, listOwnVideos } from "~/features/studio/own-videos/own-videos.queries.server";
import { publishVideo } from "~/features/studio/uploads/new-video.queries.server";
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

  test("cannot be deleted after a sale", async () => {
    expect(await deleteUnsoldVideo(db, videoId)).toBe(false);
    expect(await findOwnVideo(db, { creatorId: ana, videoId })).toBeDefined();
  });
});

test("a deleted record cannot be published", async () => {
  const gone = await addVideo(db, ana, { published: false });
  await db.deleteFrom("videos").where("id", "=", gone).execute();
  const video = { id: gone, videoUrl: "a/gone.mp4", thumbnailUrl: null, now: new Date() };
  await expect(publishVideo(db, video)).rejects.toThrow();
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

  test("are summed per creator if completed", async () => {
    const other = await addVideo(db, ana);
    for (const status of ["pending", "processing", "failed", "refunded", "disputed"] as const) {
      await addSale(db, { consumerId: dora, videoId: other, status });
    }
    const sum = async (creatorId: string) =>
      (await sumCreatorSales(db, { creatorId, since: dayOf(new Date()), now: new Date() })).totals;
    expect(await sum(ana)).toEqual({
      totalSales: 1,
      creatorEarningsCents: 4241,
      platformFeeCents: 749,
      shareBp: 1_500,
    });
    expect(await sum(caio)).toEqual({
      totalSales: 0,
      creatorEarningsCents: 0,
      platformFeeCents: 0,
      shareBp: 1_500,
    });
  });

  test("are found by their buyer only", async () => {
    expect(await findSaleByCheckout(db, { consumerId: beto, checkoutId: "cs_beto" })).toBeDefined();
    expect(await findSaleByCheckout(db, { consumerId: dora, checkoutId: "cs_beto" })).toBeUndefined();
    const holdings = async (userId: string) =>
      (await listHoldings(db, { userId, videoIds: [videoId] })).get(videoId);
    expect(await holdings(beto)).toEqual({ kind: "has" });
    expect(await holdings(dora)).toMatchObject({ kind: "none", ended: null });
  });

  test("give no access unless completed", async () => {
    const other = await addVideo(db, ana);
    await addSale(db, { consumerId: beto, videoId: other, status: "processing" });
    const holdings = await listHoldings(db, { userId: beto, videoIds: [videoId, other] });
    expect(holdings.get(videoId)).toEqual({ kind: "has" });
    expect(holdings.get(other)).toMatchObject({ kind: "paying" });
    expect(await listHoldings(db, { userId: beto, videoIds: [] })).toEqual(new Map());
  });
});

describe("payment settings", () => {
  const details = {
    payment_method: "bank",
    pix_key: "pix",
    bank_name: "Caixa",
    bank_account_number: "9",
    ...noBankPlace,
    card_last4: null,
    card_holder_name: null,
  } as const;

  test("change only the creator's row", async () => {
    const before = await findPayoutSettings(db, caio);
    await updatePayoutSettings(db, ana, details);
    expect(await findPayoutSettings(db, ana)).toMatchObject(details);
    expect(await findPayoutSettings(db, caio)).toEqual(before);
  });

  test("cannot be changed for a person who is not a creator", async () => {
    expect(await findPayoutSettings(db, beto)).toBeUndefined();
    await expect(updatePayoutSettings(db, beto, details)).rejects.toThrow();
  });
});
