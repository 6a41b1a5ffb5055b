import { getPriority } from "node:os";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { toSerial } from "~/features/base/documents/sheet";
import { makeWorkbook, streamCsv } from "~/features/base/documents/sheet-files.server";
import { wholeSpan } from "~/features/base/form-fields/date-span";
import { readExportBatches } from "~/features/office/dashboard/export-rows.queries.server";
import { exportSheets, type People } from "~/features/office/exports/export-columns";
import { asOwner } from "../../../support/as-owner";
import { makeBuild } from "../../../support/http-app";
import { makeAdmin, type Person } from "../../../support/people";
import { addUser } from "../../../support/rows";
import { addRows, readRows } from "../../../support/tables";
import { appUrl, startTestWorld } from "../../../support/test-services";
import { getExport, readCsv, readWorkbook } from "./export-scene";

const world = await startTestWorld();
const { db } = world.services;
let admin: Person;

/** What a spreadsheet would run, in the places that people fill in themselves. */
const hostile = [
  "=1+1",
  "+55 11 99999-0000",
  "-2+3",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  '"; DROP',
  "a;b",
  "x\ny",
  "_x003D_1+1",
  "\u200F\u05D0\u200F",
];
/** The same as the files say it: an apostrophe before what would run. */
const safe = hostile.map((value) => (/^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value));
const longest = "ç".repeat(40_000);

beforeAll(async () => {
  await makeBuild();
  admin = await makeAdmin(world);
  const at = new Date("2026-11-21T02:30:00Z").getTime();
  for (const [n, text] of hostile.entries()) {
    await addRows(db, "creator_profiles", {
      user_id: await addUser(db),
      full_name: text,
      email: n === 0 ? longest : `creator-${n}@example.com`,
      country: "Brasil",
      payment_method: (["pix", "bank", "card", "stripe"] as const)[n % 4],
      pix_key: text,
      bank_name: n === 1 ? "" : null,
      bank_account_number: n === 2 ? "0001/1" : null,
      card_last4: n === 3 ? "0042" : null,
      created_at: new Date(at - n * 86_400_000),
    });
  }
}, 180_000);

const everyone = (kind: People) => ({ kind, search: "", span: wholeSpan });
const noSignal = new AbortController().signal;

const get = (file: string, { headers = {}, method = "GET", signal = noSignal, at = world } = {}) =>
  getExport(at, file, { cookie: admin.cookie, headers, method, signal });

const page = { Accept: "text/html,*/*" };
const flashOf = (answer: Response) => {
  const cookie = answer.headers.getSetCookie().join("; ");
  return world.services.flashCookie.read(new Request("http://x", { headers: { Cookie: cookie } }));
};

const countNoted = async () =>
  (await readRows(db, "audit_entries", { action: "peopleExported" }, "id")).length;

const titles = [
  "Nome",
  "Email",
  "País",
  "Método de Pagamento",
  "Chave PIX",
  "Banco",
  "Conta Bancária",
  "Últimos 4 dígitos do cartão",
  "Data de Cadastro",
];

describe("creators as a workbook", () => {
  let sheet: Awaited<ReturnType<typeof readWorkbook>>;
  let answer: Response;
  beforeAll(async () => {
    answer = await get("creators.xlsx");
    sheet = await readWorkbook(answer);
  });

  test("is a download with the specified name, sheet and columns in order", () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="criadores.xlsx"');
    expect(answer.headers.get("Content-Type")).toContain("spreadsheetml.sheet");
    expect(sheet.name).toBe("Criadores");
    expect(sheet.rows[0]?.map(({ value }) => value)).toEqual(titles);
  });

  test("has a formatted header and column widths", () => {
    expect(sheet.rows[0]?.every(({ bold, fill }) => bold && fill === "FFB7420C")).toBe(true);
    expect(sheet.rows[1]?.some(({ bold }) => bold)).toBe(false);
    expect(sheet.widths).toHaveLength(9);
    expect(Math.min(...sheet.widths)).toBeGreaterThan(15);
  });

  test("has all creators, newest first, with a dash for missing values", () => {
    const rows = sheet.rows.slice(1);
    // A cell holds no carriage return.
    expect(rows.map(([name]) => name?.value)).toEqual(safe.map((value) => value.replaceAll("\r", " ")));
    const values = (n: number) => rows[n]?.map(({ value }) => value).slice(2, 8);
    expect(values(1)).toEqual(["Brasil", "Transferência bancária", safe[1], "-", "-", "-"]);
    expect(values(2)).toEqual(["Brasil", "Cartão", safe[2], "-", "0001/1", "-"]);
    expect(values(3)).toEqual(["Brasil", "Cartão", safe[3], "-", "-", "0042"]);
  });

  test("has real dates in São Paulo's time", () => {
    const dates = sheet.rows.slice(1).map((row) => row[8]);
    expect(dates.every((cell) => cell?.type === "n" && cell.format === "dd/mm/yyyy")).toBe(true);
    const days = ["2026-11-20", "2026-11-19"].map(toSerial);
    expect(dates.slice(0, 2).map((cell) => Number(cell?.value))).toEqual(days);
  });

  test("has no formula, and truncates what exceeds a cell", () => {
    const cells = sheet.rows.flat();
    expect(cells.some(({ isFormula }) => isFormula)).toBe(false);
    const texts = sheet.rows.slice(1).flatMap((row) => row.slice(0, 8));
    expect(texts.every(({ type }) => type === "str" || type === "s")).toBe(true);
    const long = sheet.rows[1]?.[1]?.value ?? "";
    expect(long).toHaveLength(32_767);
    expect(long.endsWith("ç…")).toBe(true);
  });
});

test("consumers have their own export file, sheet and columns", async () => {
  const answer = await get("consumers.xlsx");
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="consumidores.xlsx"');
  const sheet = await readWorkbook(answer);
  expect(sheet.name).toBe("Consumidores");
  expect(sheet.rows.map((row) => row.map(({ value }) => value)).slice(0, 2)).toEqual([
    ["Nome", "Email", "Data de Cadastro"],
    ["Beto Aluno", admin.email, expect.stringMatching(/^\d{5}$/)],
  ]);
});

test("creators as CSV are UTF-8 with a byte order mark and semicolons, and run no formula", async () => {
  const answer = await get("creators.csv");
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="criadores.csv"');
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store, no-transform");
  const [head, ...rows] = await readCsv(answer);
  expect(head).toEqual(titles);
  expect(rows.map(([name]) => name)).toEqual(safe);
  expect(rows.map((row) => row[4])).toEqual(safe);
  expect(rows[1]?.slice(5)).toEqual(["-", "-", "-", "19/11/2026"]);
  expect(rows.flat().some((cell) => /^[=+@\t\r]|^-./.test(cell))).toBe(false);
});

test.each([1, 2, 4, 9, 100])("an export in batches of %i has everyone once and in order", async (size) => {
  const seen: string[] = [];
  for await (const { text, rows } of readExportBatches(db, { filters: everyone("creators"), size })) {
    const batch = JSON.parse(text) as string[][];
    expect(batch).toHaveLength(rows);
    expect(batch.length).toBeLessThanOrEqual(size);
    seen.push(...batch.map(([name = ""]) => name));
  }
  expect(seen).toEqual(hostile);
});

describe.each(["creators.xlsx", "creators.csv"])("the export %s in a browser without script", (file) => {
  test("shows the success on its list, which starts the download of the filtered file", async () => {
    const noted = await countNoted();
    const answer = await get(`${file}?q=%26+a&ignored=1`, { headers: page });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/admin/creators?q=%26+a"]);
    const flash = await flashOf(answer);
    const download = `/admin/export/${file}?q=%26+a&start=1`;
    const done = { title: "people.exportSuccess", description: "people.exportDone" };
    expect(flash).toEqual({ tone: "success", ...done, download });
    // The file is made once, by the download.
    expect(await countNoted()).toBe(noted);
    const sent = await get(download.slice("/admin/export/".length), { headers: page });
    expect(sent.headers.get("Content-Disposition")).toContain(`criadores.${file.split(".")[1]}`);
    expect(await flashOf(sent)).toBeUndefined();
    await sent.body?.cancel();
    expect(await countNoted()).toBe(noted + 1);
  });

  test.each([
    [`${appUrl}/admin/creators?order=oldest`, "/admin/creators?order=oldest"],
    ["https://elsewhere.example/admin/creators?order=oldest", "/admin/dashboard?tab=creators"],
    [`${appUrl}/admin/export/sales.csv`, "/admin/dashboard?tab=creators"],
    [`${appUrl}/marketplace`, "/admin/dashboard?tab=creators"],
  ])("from %s leads to %s", async (Referer, list) => {
    const answer = await get(file, { headers: { ...page, Referer } });
    expect(answer.headers.get("Location")).toBe(list);
  });
});

describe("the limit of concurrent exports", () => {
  test("refuses a second workbook with a reason, to a script and to a browser on its way back", async () => {
    const free = world.services.exportSlots.take("xlsx");
    const noted = await countNoted();
    const toScript = await get("creators.xlsx");
    expect(toScript.status).toBe(429);
    expect(await toScript.text()).toContain("outra exportação está em andamento");
    const toBrowser = await get("consumers.xlsx?start=1", { headers: page });
    expect(toBrowser.headers.get("Location")).toBe("/admin/dashboard?tab=consumers");
    expect(await countNoted()).toBe(noted);
    const busy = { title: "people.exportError", description: "people.exportBusy" };
    expect(await flashOf(toBrowser)).toMatchObject(busy);
    free?.();
    const niceness = getPriority();
    expect((await get("creators.xlsx")).status).toBe(200);
    // The workbook's thread makes way for others; the server does not.
    expect(getPriority()).toBe(niceness);
    expect(await countNoted()).toBe(noted + 1);
  });

  test("holds a CSV's slot until it is read or aborted, and a HEAD request takes none", async () => {
    expect((await get("creators.csv", { method: "HEAD" })).body).toBeNull();
    const first = await get("creators.csv");
    expect((await get("creators.csv")).status).toBe(429);
    await first.body?.cancel();
    const second = await get("creators.csv");
    expect(second.status).toBe(200);
    await second.body?.cancel();
  });

  test.each(["before it began", "before it was read"])(
    "frees the slot of a CSV whose client left %s",
    async (when) => {
      const leaving = new AbortController();
      if (when === "before it began") leaving.abort();
      await get("creators.csv", { signal: leaving.signal });
      leaving.abort();
      const next = await get("creators.csv");
      expect(next.status).toBe(200);
      await next.body?.cancel();
    },
  );
});

describe("a failing export", () => {
  test.each(["creators.csv", "creators.xlsx"])(
    "sends no file without its audit entry, and frees its slot: %s",
    async (file) => {
      const planted = "planted CHECK (action <> 'peopleExported') NOT VALID";
      await asOwner(db, sql`ALTER TABLE audit_entries ADD CONSTRAINT ${sql.raw(planted)}`);
      try {
        await expect(get(file)).rejects.toThrow("planted");
      } finally {
        await asOwner(db, sql`ALTER TABLE audit_entries DROP CONSTRAINT planted`);
      }
      const answer = await get(file);
      expect(answer.status).toBe(200);
      await answer.body?.cancel();
    },
  );

  async function* failing() {
    yield { text: '[["Ana","ana@example.com","2026-11-21"]]' };
    throw new Error("planted");
  }

  test("breaks off the CSV if the database fails half-way", async () => {
    let ended = 0;
    const stream = streamCsv(exportSheets.consumers, {
      batches: failing(),
      waitForDrain: () => Promise.resolve(),
      signal: noSignal,
      onEnd: () => {
        ended += 1;
      },
    });
    await expect(new Response(stream).text()).rejects.toThrow("planted");
    expect(ended).toBeGreaterThan(0);
  });

  test("is ended without reading rows if the client reads nothing", async () => {
    let read = 0;
    const stream = streamCsv(exportSheets.consumers, {
      batches: (async function* () {
        read += 1;
        yield { text: "x" };
      })(),
      waitForDrain: () => new Promise(() => {}),
      signal: noSignal,
      onEnd: () => {},
      patience: 20,
    });
    await expect(new Response(stream).text()).rejects.toThrow("stopped reading");
    expect(read).toBe(0);
  });

  test("stops the workbook if its rows fail or its reader leaves", async () => {
    const { workbookWorker } = world.services;
    const sheet = exportSheets.consumers;
    const failed = makeWorkbook(workbookWorker, { sheet, batches: failing(), signal: noSignal });
    await expect(failed).rejects.toThrow("planted");
    const gone = AbortSignal.abort(new Error("gone"));
    const batches = readExportBatches(db, { filters: everyone("consumers") });
    await expect(makeWorkbook(workbookWorker, { sheet, batches, signal: gone })).rejects.toThrow();
  });

  test("reports a worker that cannot start, and the next export gets its slot", async () => {
    const services = { ...world.services, workbookWorker: new URL("file:///nowhere.js") };
    const answer = await get("creators.xlsx", { at: { ...world, services } });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toBe("Erro ao exportar dados");
    expect((await get("creators.xlsx")).status).toBe(200);
  });
});

test("every export is logged with its requester, and an unknown file is 404", async () => {
  await get("consumers.xlsx");
  expect(world.logged).toContainEqual(
    expect.objectContaining({ security: "peopleExported", userId: admin.userId, reason: "consumers.xlsx" }),
  );
  await expect(get("videos.xlsx")).rejects.toMatchObject({ status: 404 });
});
