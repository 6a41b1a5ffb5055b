/** What was taken for nothing is in nobody's money: not in exports, years or totals; the taker's own data has it. */
import { expect, test } from "vitest";
import { readSection, sections } from "~/features/entrance/privacy/data-download.queries.server";
import { writeCommissionCsv, writeYearCsv } from "~/features/money/payees/show-year.server";
import { sumPlatform } from "~/features/office/dashboard/attention.queries.server";
import { readExportBatches } from "~/features/office/dashboard/export-rows.queries.server";
import type { ExportKind } from "~/features/office/exports/export-columns";
import { parseExportFilters } from "~/features/office/exports/export-filters";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { sumCreatorSales } from "~/features/studio/dashboard/creator-totals.queries.server";
import { serverTexts } from "~/i18n/i18next.server";
import { makeConsumer, makeCreator, makeSale, type Person } from "../../../support/people";
import { addCourse, addVideo } from "../../../support/rows";
import { setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
const log = { warn: () => {}, error: () => {} } as never;

async function readAll<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = [];
  for await (const part of parts) read.push(part);
  return read;
}

/** Everything that is about the money of a creator and the shop, by what it is. */
async function readMoney({ userId: creatorId }: Person) {
  const now = world.services.clock();
  const year = now.getUTCFullYear();
  const exported = async (kind: ExportKind) =>
    readAll(readExportBatches(db, { filters: parseExportFilters(kind, new URLSearchParams()) }));
  return {
    platform: await sumPlatform(db),
    dashboard: await sumCreatorSales(db, { creatorId, since: `${year}-01-01`, now }),
    year: await readAll(writeYearCsv({ db }, { creatorId, year }, serverTexts.pt)),
    commission: await readAll(writeCommissionCsv({ ...world.services, log }, year)),
    creators: await exported("creators"),
    consumers: await exported("consumers"),
    sales: await exported("sales"),
    payouts: await exported("payouts"),
  };
}

test("products taken for nothing change no export, year, commission or total, and a sale beside them does", async () => {
  const ana = await makeCreator(world);
  const add = () => addVideo(db, ana.userId);
  const [video, lesson, sold] = [await add(), await add(), await add()];
  const course = await addCourse(db, ana.userId, [lesson]);
  const [beto, caio] = [await makeConsumer(world), await makeConsumer(world)];
  await makeSale(world, beto, sold, "completed");
  await setRows(db, "videos", { id: [video, course] }, { price_cents: 0 });
  const before = await readMoney(ana);
  for (const person of [beto, caio])
    for (const id of [video, course])
      expect(await buyVideo(world.services, person, id, "pt")).toMatchObject({ ok: true, free: true });
  expect(await readMoney(ana)).toEqual(before);
  await makeSale(world, caio, sold, "completed");
  const after = await readMoney(ana);
  for (const figure of ["platform", "dashboard", "year", "commission", "sales"] as const)
    expect(after[figure], figure).not.toEqual(before[figure]);
});

test("a person's data has what they took for nothing, with the reason, and nobody else's", async () => {
  const ana = await makeCreator(world);
  const video = await addVideo(db, ana.userId);
  await setRows(db, "videos", { id: video }, { price_cents: 0 });
  const [beto, caio] = [await makeConsumer(world), await makeConsumer(world)];
  await buyVideo(world.services, beto, video, "pt");
  const dataOf = async (table: string, { userId }: Person) => {
    const section = sections.find((each) => each.table === table) ?? expect.fail(table);
    const read = await db.transaction().execute((trx) => readAll(readSection(trx, section, userId)));
    return read.flat();
  };
  expect(await dataOf("free_accesses", beto)).toMatchObject([{ product_id: video, list_price_cents: 0 }]);
  expect(await dataOf("access_grants", beto)).toMatchObject([{ product_id: video, reason: "free" }]);
  for (const table of ["free_accesses", "access_grants"]) expect(await dataOf(table, caio)).toEqual([]);
});
