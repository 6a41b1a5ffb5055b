/** A creator's year and the accountant's file, from the ledger: returns, a payout, other creators, other years. */
import { beforeAll, describe, expect, test } from "vitest";
import { parseTaxYear } from "~/features/money/payees/report-periods";
import { showYear, writeCommissionCsv, writeYearCsv } from "~/features/money/payees/show-year.server";
import { saveTaxId } from "~/features/money/payees/stored-tax-id.server";
import { withdrawFromSale } from "~/features/orders/purchases/refund-sale.server";
import { serverTexts } from "~/i18n/i18next.server";
import * as commission from "~/routes/admin/commission-csv";
import * as creatorYear from "~/routes/creator/year";
import { ask } from "../../../support/ask";
import { createDelivery, pay } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, type Person, signIn } from "../../../support/people";
import { addRows, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const deliver = createDelivery(world);
const year = parseTaxYear(null, services.clock());
let creatorId: string;
let priceCents: number;

async function sell(buyer: Person) {
  const sale = await pay(world, { method: "pix", buyer });
  await deliver();
  return services.db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select(["sales.id", "amount_cents", "platform_fee_cents", "creator_id"])
    .where("sales.id", "=", sale.saleId)
    .executeTakeFirstOrThrow();
}

beforeAll(async () => {
  const beto = await makeConsumer(world);
  const sale = await sell(beto);
  creatorId = sale.creator_id;
  priceCents = sale.amount_cents;
});

async function collect(parts: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

test("sales less returns equal earnings and commission, in every month and in the year", async () => {
  const { months, total } = await showYear(services, { creatorId, year });
  expect(months).toHaveLength(1);
  expect(total).toMatchObject({ grossCents: priceCents, backCents: 0, paidCents: 0 });
  expect(total.commissionCents).toBe(Math.round(priceCents * 0.15));
  expect(total.earnedCents + total.commissionCents).toBe(total.grossCents - total.backCents);
});

test("a withdrawal takes back both shares", async () => {
  const beto = await makeConsumer(world);
  const sale = await sell(beto);
  await withdrawFromSale(services, { consumerId: beto.userId, saleId: sale.id, locale: "pt" });
  const { total } = await showYear(services, { creatorId: sale.creator_id, year });
  expect(total).toMatchObject({
    grossCents: sale.amount_cents,
    backCents: sale.amount_cents,
    commissionCents: 0,
    earnedCents: 0,
  });
});

test("a year without sales is empty, and so is the file of a creator without sales", async () => {
  expect((await showYear(services, { creatorId, year: year - 1 })).months).toEqual([]);
  const ana = await makeCreator(world);
  const file = await collect(writeYearCsv(services, { creatorId: ana.userId, year }, serverTexts.pt));
  expect(file.trim().split("\r\n")).toHaveLength(1);
});

describe("the accountant's file", () => {
  test("has each creator and month with the complete tax id", async () => {
    await saveTaxId(services.db, services.secretBox, {
      userId: creatorId,
      taxId: { kind: "cpf", value: "52998224725" },
    });
    const file = await collect(writeCommissionCsv(services, year));
    const line = file.split("\r\n").find((row) => row.includes("529.982.247-25"));
    expect(line).toMatch(new RegExp(`;"\\d\\d/${year}";`));
    expect(line).toContain(`;${(Math.round(priceCents * 0.15) / 100).toFixed(2).replace(".", ",")}`);
  });

  test("is for administrators, who leave an audit entry", async () => {
    const { userId } = await makeConsumer(world);
    const path = "/admin/commission.csv";
    const get = async () => ask(world, commission.loader, { path, cookie: await signIn(world, userId) });
    expect(await get()).toMatchObject({ location: "/" });
    await addRows(services.db, "user_roles", { user_id: userId, role: "admin" });
    expect(await get()).toMatchObject({ status: 200 });
    const entries = await readRows(services.db, "audit_entries", { actor_id: userId }, "action");
    expect(entries).toEqual([{ action: "commissionExported" }]);
  });
});

test("a creator sees their own year only", async () => {
  const ana = await makeCreator(world);
  const { data } = await ask(world, creatorYear.loader, { path: "/creator/year", cookie: ana.cookie });
  expect(data).toMatchObject({ shown: { year, months: [] } });
});
