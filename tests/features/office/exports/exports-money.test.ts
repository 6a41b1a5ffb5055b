import { beforeAll, describe, expect, test } from "vitest";
import { makeBuild } from "../../../support/http-app";
import { makeAdmin, type Person } from "../../../support/people";
import { addConsumer, addSale, addVideo } from "../../../support/rows";
import { setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { addPayee, startPaying } from "../../money/payouts/payout-scene";
import { getExport, readCsv, readWorkbook } from "./export-scene";

const world = await startTestWorld();
const { db } = world.services;
let admin: Person;
let batchId: string;
const sold = { old: "", new: "", refunded: "", open: "" };

/** Half past ten in the evening of 30 September in São Paulo: 1 October by UTC. */
const late = new Date("2026-10-01T01:30:00Z");

beforeAll(async () => {
  await makeBuild();
  admin = await makeAdmin(world);
  const creatorId = await addPayee(db, "=Ana");
  await setRows(db, "creator_profiles", { user_id: creatorId }, { pix_key: "+5511987654321" });
  const sell = async (title: string, now: Date, more = {}, seller = creatorId) => {
    const videoId = await addVideo(db, seller, { title });
    return addSale(db, { consumerId: await addConsumer(db), videoId, now, ...more });
  };
  sold.old = await sell("Kalimba", late, { amountCents: 123_456 });
  sold.refunded = await sell('=HYPERLINK("x")', new Date("2026-10-02T12:00:00Z"), { status: "refunded" });
  sold.open = await sell("Kalimba, aula 2", new Date("2026-10-03T12:00:00Z"), { status: "pending" });
  sold.new = await sell("Violão", new Date("2026-10-04T12:00:00Z"));
  const paying = await startPaying(db);
  const payout = await paying.preparePayout(creatorId);
  batchId = payout.batch_id;
  await paying.pay(payout, "-E2026");
  const bia = await addPayee(db);
  await sell("Crochê", new Date("2026-10-05T12:00:00Z"), {}, bia);
  await paying.preparePayout(bia);
}, 180_000);

const get = (file: string) => getExport(world, file, { cookie: admin.cookie });
const csv = async (file: string) => readCsv(await get(file));
const codes = async (query: string) => (await csv(`sales.csv?${query}`)).slice(1).map(([code]) => code);

describe("the export of sales", () => {
  test.each([
    ["q=kalimba", ["open", "old"]],
    ["q=kalimba&order=oldest", ["old", "open"]],
    ["status=refunded", ["refunded"]],
    ["to=2026-09-30", ["old"]],
    ["from=2026-10-02&to=2026-10-03", ["open", "refunded"]],
    ["q=kalimba&status=pending&from=2026-10-01", ["open"]],
    ["q=nobody@example.com", []],
  ] as const)("has the rows of the screen: %s", async (query, names) => {
    expect(await codes(query)).toEqual(names.map((name) => sold[name]));
  });

  test("as CSV has decimal commas and São Paulo's time, and runs no formula", async () => {
    const [titles, ...rows] = await csv("sales.csv?order=oldest&to=2026-10-02");
    expect(titles).toHaveLength(17);
    expect(rows[0]).toEqual([
      sold.old,
      "30/09/2026 22:30",
      "Kalimba",
      expect.stringMatching(/@example\.com$/),
      expect.stringMatching(/@example\.com$/),
      "Pago",
      "-",
      "30/09/2026 22:30",
      "BRL",
      "1234,56",
      "185,18",
      "1049,38",
      "0,00",
      "-",
      "-",
      expect.stringMatching(/^SB-/),
      "-",
    ]);
    expect(rows[1]?.[2]).toBe(`'=HYPERLINK("x")`);
    expect(rows[1]?.[12]).toBe("49,90");
  });

  test("as a workbook has numeric amounts and dates", async () => {
    const answer = await get("sales.xlsx?order=oldest&to=2026-09-30");
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="vendas.xlsx"');
    const sheet = await readWorkbook(answer);
    expect(sheet.name).toBe("Vendas");
    const [, row = []] = sheet.rows;
    expect(row[9]).toMatchObject({ type: "n", value: "1234.56" });
    expect(row[1]).toMatchObject({ type: "n", format: "dd/mm/yyyy hh:mm" });
    // The 46,295th day is 30 September 2026; 22:30 is fifteen sixteenths of it.
    expect(Number(row[1]?.value)).toBeCloseTo(46_295.9375, 6);
    expect(row[6]).toMatchObject({ value: "-" });
  });
});

describe("the export of payouts", () => {
  test("has all payouts, newest first, or those of one batch", async () => {
    const statuses = async (query: string) =>
      (await csv(`payouts.csv?${query}`)).slice(1).map((row) => row[11]);
    expect(await statuses("")).toEqual(["A pagar", "Pago"]);
    expect(await statuses("order=oldest")).toEqual(["Pago", "A pagar"]);
    expect(await statuses(`batch=${batchId}`)).toEqual(["Pago"]);
  });

  test("has a phone number as people write it", async () => {
    const [, row = []] = await csv(`payouts.csv?batch=${batchId}`);
    expect([row[2], row[5], row[10], row[12]]).toEqual(["'=Ana", "(11) 98765-4321", "1091,79", "'-E2026"]);
    const [, cells = []] = (await readWorkbook(await get(`payouts.xlsx?batch=${batchId}`))).rows;
    expect([cells[2], cells[5]]).toMatchObject([
      { value: "'=Ana", isFormula: false },
      { value: "(11) 98765-4321", isFormula: false },
    ]);
    expect(cells[5]?.type).not.toBe("n");
  });
});

test("people are exported by the day of their registration", async () => {
  const none = await csv("consumers.csv?to=2001-01-01");
  expect(none).toHaveLength(1);
  const all = await csv("consumers.csv");
  const reversed = await csv("consumers.csv?order=oldest");
  expect(all.length).toBeGreaterThan(4);
  expect(reversed.slice(1)).toEqual(all.slice(1).reverse());
});
