/** Gifts: who pays, who watches, and what takes the access again. */
import { beforeEach, describe, expect, test } from "vitest";
import { forgetGuests } from "~/features/entrance/privacy/emptied-on-erasure.queries.server";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { listHoldings } from "~/features/orders/checkout/holdings.queries.server";
import { findGivenGift, type GiftTerms, listGivenGifts } from "~/features/orders/gifts/gifts.queries.server";
import { changeGift, showAccessLink, takeAccess } from "~/features/orders/gifts/take-access.server";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { showLibrary, showReceived } from "~/features/playback/library/show-library.server";
import type { Db } from "~/platform/db.server";
import { listJobs } from "../../../support/jobs";
import { checkoutFact, settle } from "../../../support/payment-facts";
import { expectNoViolations, inRolledBack } from "../../../support/proofs";
import { addConsumer, addCreator, addVideo, giftTerms } from "../../../support/rows";
import { readInOrder, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
let creatorId: string;
let productId: string;
let giver: string;

beforeEach(async () => {
  creatorId = await addCreator(db);
  productId = await addVideo(db, creatorId);
  giver = await addConsumer(db);
});

const terms = { ...giftTerms, message: "Feliz aniversário!" };
const buy = (userId: string, gift: GiftTerms | undefined) =>
  buyVideo(services, { userId, email: `${userId}@example.com` }, productId, "pt", { gift });
const salesOf = (userId: string) => readInOrder(db, "sales", { consumer_id: userId }, ["created_at", "id"]);

type Sale = Awaited<ReturnType<typeof salesOf>>[number];

const paidFact = ({ id, provider_checkout_id }: Sale) =>
  checkoutFact(id, id, { checkoutId: provider_checkout_id ?? "" });

/** Whether a job ends the checkout of a sale. */
const isEnding = async (on: Db, sale: Sale) =>
  (await listJobs(on, { about: `end:${sale.provider_checkout_id}` })).length === 1;

/** Settles a sale as paid, as the provider's event does. */
const pay = (sale: Sale) => settle(db, paidFact(sale), services.clock());

/** Buys and pays a gift. Returns its sale. */
async function give(userId = giver, gift: GiftTerms = terms): Promise<Sale> {
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
    const shown = { locale: "pt", after: undefined, show: undefined, search: "", sort: "recent" } as const;
    expect((await showLibrary(services, { consumerId: giver, ...shown })).purchases).toEqual([]);
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
    await expectNoViolations(db, "access_violations");
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
    expect((await salesOf(giver)).map(({ status }) => status)).toEqual(Array(3).fill("completed"));
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
  });

  test("is not granted by a gift that was refunded before", async () => {
    const sale = await give();
    await setStatus(sale.id, "refunded");
    const receiver = await addConsumer(db);
    expect(await takeAccess(services, link(sale.id), receiver)).toEqual({ ok: false, error: "gone" });
    expect(await showAccessLink(db, link(sale.id), receiver)).toMatchObject({ state: "gone" });
  });

  test("is either granted or refunded when both happen at once", async () => {
    const sales = await Promise.all(Array.from({ length: 5 }, async () => give(await addConsumer(db))));
    await Promise.all(
      sales.flatMap((sale) => [
        addConsumer(db).then((userId) => takeAccess(services, link(sale.id), userId)),
        setStatus(sale.id, "refunded"),
      ]),
    );
    const active = { product_id: productId, revoked_at: null };
    expect(await readRows(db, "access_grants", active, "id")).toEqual([]);
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
        const take = () => takeAccess(services, link(id), receiver);
        const revoke = () => change(id, { intent: "revoke" }, by);
        const ends = await Promise.all(at % 2 === 0 ? [take(), revoke()] : [revoke(), take()]);
        const [taken, ended] = at % 2 === 0 ? ends : ends.reverse();
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
    const email = "dora@example.com";
    expect(await change(sale.id, { intent: "send", email })).toEqual({ ok: true, done: "sent" });
    expect((await giftMails(sale.id)).map((mail) => mail.email).sort()).toEqual(["bia@example.com", email]);
    const receiver = await addConsumer(db);
    expect(await takeAccess(services, link(sale.id, 0), receiver)).toEqual({ ok: false, error: "gone" });
    const invalid = await change(sale.id, { intent: "send", email: "dora" });
    expect(invalid).toEqual({ ok: false, email: "accounts.emailInvalid" });
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
      const isEnded = await inRolledBack(db, async (trx) => {
        await settleSale(trx, paidFact(waiting), services.clock());
        return isEnding(trx, open);
      });
      expect(isEnded).toBe(ended);
    }
  });

  test("for a later day sends the mail on that day", async () => {
    const deliverAt = new Date("2030-12-24T12:00:00Z");
    const sale = await give(giver, { ...terms, deliverAt });
    expect(await giftMails(sale.id)).toMatchObject([{ send_at: deliverAt }]);
  });
});
