/** Who sees a creator's year and the accountant's file. Their figures: office/sales/month-ends.test.ts. */
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { parseTaxYear } from "~/features/money/payees/report-periods";
import { showYear, writeCommissionCsv, writeYearCsv } from "~/features/money/payees/show-year.server";
import { saveTaxId } from "~/features/money/payees/stored-tax-id.server";
import { serverTexts } from "~/i18n/i18next.server";
import * as commission from "~/routes/admin/commission-csv";
import * as creatorYear from "~/routes/creator/year";
import { ask } from "../../../support/ask";
import { createDelivery, pay } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, signIn } from "../../../support/people";
import { addRows, readRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const year = parseTaxYear(null, services.clock());

const { creatorId } = await pay(world, { method: "pix" });
await createDelivery(world)();

test("a year without sales is empty, and so is the file of a creator without sales", async () => {
  expect((await showYear(services, { creatorId, year: year - 1 })).months).toEqual([]);
  const ana = await makeCreator(world);
  const file = await text(writeYearCsv(services, { creatorId: ana.userId, year }, serverTexts.pt));
  expect(file.trim().split("\r\n")).toHaveLength(1);
});

describe("the accountant's file", () => {
  test("has each creator and month with the complete tax id", async () => {
    const taxId = { kind: "cpf", value: "52998224725" } as const;
    await saveTaxId(services.db, services.secretBox, { userId: creatorId, taxId });
    const file = await text(writeCommissionCsv(services, year));
    const line = file.split("\r\n").find((row) => row.includes("529.982.247-25"));
    expect(line).toMatch(new RegExp(`;"\\d\\d/${year}";`));
    expect(line).toContain(";7,49");
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
