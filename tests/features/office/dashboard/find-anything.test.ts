/** The administrators' one search: each kind of text leads to its page, and no kind fills the page. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { findAnything, resultsOfKind } from "~/features/office/dashboard/find-anything.server";
import { videoPath } from "~/features/videos/listing/video-address";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { addRows, readRow, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const services = { db, clock: () => new Date() };

const creatorId = await addCreator(db, "Zuleica Marceneira");
const title = "Encaixes rabo de andorinha";
const videoId = await addVideo(db, creatorId, { title });
const buyerId = await addConsumer(db);
const disputed = { status: "disputed", checkoutId: "cs_test_1" } as const;
const saleId = await addSale(db, { consumerId: buyerId, videoId, ...disputed });
await setRows(db, "sales", { id: saleId }, { provider_payment_id: "pi_1", provider_charge_id: "ch_1" });
const buyer = await readRow(db, "users", { id: buyerId }, "email");
await setRows(db, "consumer_profiles", { user_id: buyerId }, { email: buyer.email });
const sale = await readRow(db, "sales", { id: saleId }, "purchase_number");

/** The pages of the results, by kind. */
async function find(typed: string) {
  const found = await findAnything(services, typed);
  return Object.fromEntries(found.map(({ kind, rows }) => [kind, rows.map(({ to }) => to)]));
}

const toSale = { sales: [`/admin/sales/${saleId}`] };

describe("the one search", () => {
  test("leads from a purchase number to the sale, as a person types it", async () => {
    expect(await find(sale.purchase_number)).toEqual(toSale);
    expect(await find(sale.purchase_number.toLowerCase().replaceAll("-", " "))).toEqual(toSale);
  });

  test.each(["cs_test_1", "pi_1", "ch_1"])("leads from the provider's id %s to the sale", async (id) => {
    expect(await find(id)).toEqual(toSale);
  });

  test("leads from the provider's ids of a dispute and of a refund to the dispute and the sale", async () => {
    const dispute = { status: "released", reason: "fraud", created_at: new Date() } as const;
    await addRows(db, "disputes", { ...dispute, id: "dp_1Abc", sale_id: saleId, amount_cents: 10 });
    expect(await find("dp_1Abc")).toEqual({ disputes: ["/admin/disputes/dp_1Abc"] });
    const refunded = await addSale(db, { consumerId: await addConsumer(db), videoId });
    const refund = { status: "pending", channel: "provider", reason: "provider" } as const;
    await addRows(db, "refunds", {
      ...refund,
      sale_id: refunded,
      provider_refund_id: "re_1",
      amount_cents: 10,
    });
    expect(await find("re_1")).toEqual({ sales: [`/admin/sales/${refunded}`] });
  });

  test("leads from an id of the database to the sale, the people and the video", async () => {
    expect(await find(saleId)).toEqual(toSale);
    expect(await find(buyerId)).toEqual({ consumers: [`/admin/consumers/${buyerId}`] });
    expect(await find(creatorId)).toMatchObject({ creators: [`/admin/creators/${creatorId}`] });
    expect(await find(videoId)).toEqual({ videos: [videoPath({ id: videoId, title })] });
    expect(await find(randomUUID())).toEqual({});
  });

  test("leads from an e-mail to the person with their purchases, and from a name to the creator", async () => {
    expect(await find(buyer.email)).toEqual({ consumers: [`/admin/consumers/${buyerId}`], ...toSale });
    expect(await find("zuleica marc")).toMatchObject({ creators: [`/admin/creators/${creatorId}`] });
  });

  test("leads from a part of a title to the video", async () => {
    expect(await find("RABO de andor")).toEqual({ videos: [videoPath({ id: videoId, title })] });
  });

  test("finds nothing for an empty or unknown text, or for LIKE wildcards", async () => {
    for (const typed of ["", "  ", "xyzzy", "%%%", "___"]) expect(await find(typed)).toEqual({});
  });

  test("shows a few rows of a kind and says that there are more", async () => {
    for (let number = 0; number <= resultsOfKind; number += 1)
      await addVideo(db, creatorId, { title: `Torno ${number}` });
    const [videos] = await findAnything(services, "Torno");
    expect(videos).toMatchObject({ kind: "videos", hasMore: true });
    expect(videos?.rows).toHaveLength(resultsOfKind);
  });
});
