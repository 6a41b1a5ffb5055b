/** Gifts: who pays, who watches, and what takes the access again. */
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { forgetGuests } from "~/features/entrance/privacy/emptied-on-erasure.queries.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { listHoldings } from "~/features/orders/checkout/holdings.queries.server";
import { findGivenGift, listGivenGifts } from "~/features/orders/gifts/gifts.queries.server";
import { changeGift, showAccessLink, takeAccess } from "~/features/orders/gifts/take-access.server";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { showLibrary, showReceived } from "~/features/playback/library/show-library.server";
import type { Db } from "~/platform/db.server";
import { openAsOwner } from "../../../support/as-owner";
import { addConsumer, addCreator, addVideo } from "../../../support/rows";
import { readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const owner = await openAsOwner(db);
let creatorId: string;
let productId: string;
let giver: string;

beforeEach(async () => {
  creatorId = await addCreator(db);
  productId = await addVideo(db, creatorId);
  giver = await addConsumer(db);
});

const terms = { email: "bia@example.com", message: "Feliz aniversário!", deliverAt: null };
const buy = (userId: string, gift: typeof terms | undefined) =>
  buyVideo(services, { userId, email: `${userId}@example.com` }, productId, "pt", { gift });
const salesOf = (userId: string) =>
  db
    .selectFrom("sales")
    .select(["id", "status", "is_gift", "provider_checkout_id", "amount_cents", "currency"])
    .where("consumer_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();

type Sale = Awaited<ReturnType<typeof salesOf>>[number];

const paidFact = (sale: Sale) => ({
  kind: "checkoutPaid" as const,
  paid: true,
  checkoutId: sale.provider_checkout_id ?? "",
  saleId: sale.id,
  paymentId: `pi_${sale.id}`,
  amountCents: sale.amount_cents,
  currency: sale.currency,
});

/** Whether a job ends the checkout of a sale. */
async function isEnding(on: Db, sale: Sale): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM graphile_worker.jobs WHERE key = ${`end:${sale.provider_checkout_id}`}`.execute(on);
  return rows.length === 1;
}

/** Settles a sale as paid, as the provider's event does. */
const pay = (sale: Sale) =>
  db.transaction().execute((trx) => settleSale(trx, paidFact(sale), services.clock()));

/** Buys and pays a gift. Returns its sale. */
async function give(userId = giver, gift = terms): Promise<Sale> {
  expect(await buy(userId, gift)).toMatchObject({ ok: true });
  const sale = (await salesOf(userId)).filter(({ status }) => status === "pending").at(-1);
  if (!sale) throw new Error("no pending sale");
  expect(await pay(sale)).toMatchObject({ ok: true, status: "completed" });
  return sale;
}

const link = (saleId: string, version = 0) => ({ kind: "gift", id: saleId, version }) as const;
const accessOf = async (userId: string) => (await findWatchAccess(db, { userId }, productId)).access;
const setStatus = (saleId: string, status: "refunded" | "disputed" | "completed") =>
  setRows(db, "sales", { id: saleId }, { status });
const giftMails = (saleId: string) =>
  readRows(db, "mails", { sale_id: saleId, kind: "gift" }, "email", "key", "send_at");

describe("a paid gift", () => {
  test("gives its buyer no access, and the account that takes the link gets it once", async () => {
    const sale = await give();
    expect(await accessOf(giver)).toBe("mustBuy");
    expect(await giftMails(sale.id)).toMatchObject([{ email: "bia@example.com", key: `gift:${sale.id}:0` }]);
    const receiver = await addConsumer(db);
    expect(await showAccessLink(db, link(sale.id), receiver)).toMatchObject({
      state: "open",
      message: "Feliz aniversário!",
    });
    expect(await takeAccess(services, link(sale.id), receiver)).toEqual({ ok: true, productId });
    expect(await accessOf(receiver)).toBe("bought");
    expect(await showReceived(db, receiver, "pt")).toMatchObject([{ videoId: productId, reason: "gift" }]);
    const other = await addConsumer(db);
    expect(await takeAccess(services, link(sale.id), other)).toEqual({ ok: false, error: "taken" });
    expect(await showAccessLink(db, link(sale.id), other)).toMatchObject({ state: "taken", message: null });
    expect(await listGivenGifts(db, giver)).toMatchObject([{ id: sale.id, taken_by: receiver }]);
    expect(await readRows(owner, "access_violations")).toEqual([]);
  });

  test("taken by ten accounts at once belongs to one of them", async () => {
    const sale = await give();
    const people = await Promise.all(Array.from({ length: 10 }, () => addConsumer(db)));
    const taken = await Promise.all(people.map((userId) => takeAccess(services, link(sale.id), userId)));
    expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("is refused to its buyer, its creator and anyone who has the video", async () => {
    const sale = await give();
    expect(await takeAccess(services, link(sale.id), giver)).toEqual({ ok: false, error: "own" });
    expect(await takeAccess(services, link(sale.id), creatorId)).toEqual({ ok: false, error: "own" });
    const sure = await give(await addConsumer(db));
    const receiver = await addConsumer(db);
    await takeAccess(services, link(sure.id), receiver);
    expect(await takeAccess(services, link(sale.id), receiver)).toEqual({ ok: false, error: "hasAlready" });
  });

  test("does not prevent its buyer from buying the video and giving it again", async () => {
    await give();
    const holdings = await listHoldings(db, { userId: giver, videoIds: [productId] });
    expect(holdings.get(productId)).toMatchObject({ kind: "none" });
    expect(await buy(giver, undefined)).toMatchObject({ ok: true });
    const own = (await salesOf(giver)).find(({ is_gift }) => !is_gift) as Sale;
    expect(await pay(own)).toMatchObject({ status: "completed" });
    expect(await accessOf(giver)).toBe("bought");
    await give(giver, { ...terms, email: "caio@example.com" });
    expect((await salesOf(giver)).map(({ status }) => status)).toEqual([
      "completed",
      "completed",
      "completed",
    ]);
  });

  test("is not among the videos that its buyer can watch", async () => {
    await give();
    const shown = await showLibrary(services, {
      consumerId: giver,
      locale: "pt",
      after: undefined,
      show: undefined,
      search: "",
      sort: "recent",
    });
    expect(shown.purchases).toEqual([]);
  });
});

describe("a person who takes a gift", () => {
  test("does not pay an open checkout of their own, which is ended", async () => {
    const sale = await give();
    const receiver = await addConsumer(db);
    expect(await buy(receiver, undefined)).toMatchObject({ ok: true });
    const [own] = (await salesOf(receiver)) as [Sale];
    await takeAccess(services, link(sale.id), receiver);
    expect(await isEnding(db, own)).toBe(true);
    expect(await buy(receiver, undefined)).toEqual({ ok: false, error: "alreadyBought" });
  });

  test("gets it from a giver whose account was erased meanwhile, without the giver's address and message", async () => {
    const sale = await give();
    await db.transaction().execute((trx) => forgetGuests(trx, { userId: giver, emails: [] }));
    expect(await findGivenGift(db, { consumerId: giver, saleId: sale.id })).toMatchObject({
      email: null,
      message: null,
    });
    expect(await takeAccess(services, link(sale.id), await addConsumer(db))).toMatchObject({ ok: true });
  });

  test("cannot be an erased account", async () => {
    const sale = await give();
    const receiver = await addConsumer(db);
    await setRows(owner, "users", { id: receiver }, { erased_at: new Date() });
    await expect(takeAccess(services, link(sale.id), receiver)).rejects.toMatchObject({
      constraint: "account_erased",
    });
  });
});

describe("the receiver's access", () => {
  test.each(["refunded", "disputed"] as const)(
    "ends when the sale is %s, and comes back with it",
    async (status) => {
      const sale = await give();
      const receiver = await addConsumer(db);
      await takeAccess(services, link(sale.id), receiver);
      await setStatus(sale.id, status);
      expect(await accessOf(receiver)).toBe(status === "disputed" ? "disputed" : "mustBuy");
      expect(await showReceived(db, receiver, "pt")).toMatchObject(
        status === "disputed" ? [{ videoId: productId, isSuspended: true }] : [],
      );
      expect(await accessOf(giver)).toBe("mustBuy");
      await setStatus(sale.id, "completed");
      expect(await accessOf(receiver)).toBe("bought");
    },
  );

  test("remains if they bought the video themselves meanwhile", async () => {
    const sale = await give();
    const receiver = await addConsumer(db);
    expect(await buy(receiver, undefined)).toMatchObject({ ok: true });
    const [own] = (await salesOf(receiver)) as [Sale];
    await takeAccess(services, link(sale.id), receiver);
    await pay(own);
    await setStatus(sale.id, "refunded");
    expect(await accessOf(receiver)).toBe("bought");
    await setStatus(sale.id, "completed");
    await setStatus(own.id, "refunded");
    expect(await accessOf(receiver)).toBe("bought");
    await setStatus(own.id, "completed");
  });

  test("is not granted by a gift that was refunded before", async () => {
    const sale = await give();
    await setStatus(sale.id, "refunded");
    const receiver = await addConsumer(db);
    expect(await takeAccess(services, link(sale.id), receiver)).toEqual({ ok: false, error: "gone" });
    expect(await showAccessLink(db, link(sale.id), receiver)).toMatchObject({ state: "gone" });
    await setStatus(sale.id, "completed");
  });

  test("is either granted or refunded when both happen at once", async () => {
    const sales = await Promise.all(Array.from({ length: 5 }, async () => give(await addConsumer(db))));
    await Promise.all(
      sales.flatMap((sale) => [
        addConsumer(db).then((userId) => takeAccess(services, link(sale.id), userId)),
        setStatus(sale.id, "refunded"),
      ]),
    );
    const active = await db
      .selectFrom("access_grants")
      .select("id")
      .where("product_id", "=", productId)
      .where("revoked_at", "is", null)
      .execute();
    expect(active).toEqual([]);
    for (const { id } of sales) await setStatus(id, "completed");
  });
});

describe("the link of a gift", () => {
  const change = (saleId: string, fields: Record<string, string>, by = giver) =>
    changeGift(services, { consumerId: by, saleId, locale: "pt" }, fields);

  test("is ended by its buyer, until the gift is taken", async () => {
    const sale = await give();
    expect(await change(sale.id, { intent: "revoke" })).toEqual({ ok: true, done: "revoked" });
    const receiver = await addConsumer(db);
    expect(await takeAccess(services, link(sale.id, 0), receiver)).toEqual({ ok: false, error: "gone" });
    expect(await takeAccess(services, link(sale.id, 1), receiver)).toMatchObject({ ok: true });
    expect(await change(sale.id, { intent: "revoke" })).toEqual({ ok: false, error: "taken" });
    expect(await accessOf(receiver)).toBe("bought");
  });

  test("is either ended or taken when both happen at once", async () => {
    const sales = await Promise.all(Array.from({ length: 8 }, async () => give(await addConsumer(db))));
    const outcomes = await Promise.all(
      sales.map(async ({ id }, at) => {
        const receiver = await addConsumer(db);
        const { consumer_id: by } = await readRow(db, "sales", { id }, "consumer_id");
        const both = [
          () => takeAccess(services, link(id), receiver),
          () => change(id, { intent: "revoke" }, by),
        ] as const;
        const [taken, ended] = await Promise.all(
          at % 2 === 0 ? [both[0](), both[1]()] : [both[1](), both[0]()].reverse(),
        );
        return { taken: taken?.ok, ended: ended?.ok, access: await accessOf(receiver) };
      }),
    );
    for (const { taken, ended, access } of outcomes) {
      expect([taken, ended].filter(Boolean)).toHaveLength(1);
      expect(access).toBe(taken ? "bought" : "mustBuy");
    }
  });

  test("is sent to another person, and the previous link ends", async () => {
    const sale = await give();
    expect(await change(sale.id, { intent: "send", email: "dora@example.com" })).toEqual({
      ok: true,
      done: "sent",
    });
    expect((await giftMails(sale.id)).map(({ email }) => email).sort()).toEqual([
      "bia@example.com",
      "dora@example.com",
    ]);
    const receiver = await addConsumer(db);
    expect(await takeAccess(services, link(sale.id, 0), receiver)).toEqual({ ok: false, error: "gone" });
    expect(await change(sale.id, { intent: "send", email: "dora" })).toEqual({
      ok: false,
      email: "accounts.emailInvalid",
    });
  });

  test("of another person is neither shown nor changed", async () => {
    const sale = await give();
    const other = await addConsumer(db);
    expect(await change(sale.id, { intent: "revoke" }, other)).toEqual({ ok: false, error: "notFound" });
    expect(await findGivenGift(db, { consumerId: other, saleId: sale.id })).toBeUndefined();
  });
});

describe("the checkout of a gift", () => {
  test("is reused for the same gift, and replaced by another gift or a purchase", async () => {
    const first = await buy(giver, terms);
    expect(await buy(giver, terms)).toEqual(first);
    await buy(giver, { ...terms, email: "caio@example.com" });
    world.advance(1000);
    await buy(giver, undefined);
    expect((await salesOf(giver)).map(({ status, is_gift }) => [status, is_gift])).toEqual([
      ["failed", true],
      ["failed", true],
      ["pending", false],
    ]);
  });

  test("paid by boleto ends the open checkout of the same gift, and no other", async () => {
    await buy(giver, terms);
    const [waiting] = (await salesOf(giver)) as [Sale];
    await setRows(db, "sales", { id: waiting.id }, { status: "processing" });
    for (const [email, ended] of [
      ["caio@example.com", false],
      ["bia@example.com", true],
    ] as const) {
      await buy(giver, { ...terms, email });
      const open = (await salesOf(giver)).find(({ status }) => status === "pending") as Sale;
      await setRows(db, "sales", { id: waiting.id }, { status: "processing" });
      await db
        .transaction()
        .execute(async (trx) => {
          await settleSale(trx, paidFact(waiting), services.clock());
          expect(await isEnding(trx, open)).toBe(ended);
          throw new Error("taken back");
        })
        .catch((error: Error) => {
          if (error.message !== "taken back") throw error;
        });
    }
  });

  test("for one's own video is refused", async () => {
    expect(await buy(creatorId, terms)).toEqual({ ok: false, error: "ownVideo" });
  });

  test("for a later day sends the mail on that day", async () => {
    const deliverAt = new Date("2030-12-24T12:00:00Z");
    const sale = await give(giver, { ...terms, deliverAt } as unknown as typeof terms);
    expect(await giftMails(sale.id)).toMatchObject([{ send_at: deliverAt }]);
  });
});
