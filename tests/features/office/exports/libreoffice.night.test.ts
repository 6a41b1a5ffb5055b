/** What a spreadsheet makes of an exported workbook: LibreOffice itself opens it and writes down what its cells are. */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { makeBuild } from "../../../support/http-app";
import { makeAdmin, type Person } from "../../../support/people";
import { addConsumer, addCreator, addSale, addUser, addVideo } from "../../../support/rows";
import { addRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { getExport } from "./export-scene";

const run = promisify(execFile);
const world = await startTestWorld();
const { db } = world.services;
let admin: Person;

const libreOffice = isInstalled();
const longest = 32_767;
/** Whose owners registered one a day, the first the newest. */
const texts = [
  "=1+1",
  "+5511987654321",
  "-2+3",
  "@SUM(A1)",
  "\t=1+1",
  "\r=1+1",
  "007",
  "21/11/2026",
  "1e5",
  'diz "oi"; e\tmais',
  "ç".repeat(longest),
  "x".repeat(longest + 1),
];

function isInstalled(): boolean {
  try {
    execFileSync("soffice", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

beforeAll(async () => {
  await makeBuild();
  admin = await makeAdmin(world);
  for (const [n, text] of texts.entries())
    await addRows(db, "creator_profiles", {
      user_id: await addUser(db),
      full_name: "Ana",
      // The one column whose length nothing bounds.
      email: text,
      country: "Brasil",
      created_at: new Date(Date.UTC(2026, 10, 21, 2, 30) - n * 86_400_000),
    });
}, 180_000);

/** What a text is in a workbook: an apostrophe before one that a spreadsheet would run, as in our own CSV. */
const guarded = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Exports a workbook. Returns its cells as LibreOffice shows them; text in quotes, numbers bare. */
async function openInLibreOffice(file: string): Promise<{ text: string; isText: boolean }[][]> {
  const answer = await getExport(world, file, { cookie: admin.cookie });
  expect(answer.status).toBe(200);
  const dir = mkdtempSync(join(tmpdir(), "sabia-soffice-"));
  try {
    writeFileSync(join(dir, file), Buffer.from(await answer.arrayBuffer()));
    // Semicolon, quotes, UTF-8, from the first line, no columns, US English, all text quoted, as shown.
    const to = "csv:Text - txt - csv (StarCalc):59,34,76,1,,1033,true,true";
    const profile = `-env:UserInstallation=file://${dir}/profile`;
    await run("soffice", [profile, "--headless", "--convert-to", to, "--outdir", dir, file], {
      cwd: dir,
      timeout: 120_000,
      env: { ...process.env, HOME: dir },
    });
    const csv = readFileSync(join(dir, file.replace(".xlsx", ".csv")), "utf8");
    return parse(csv.replace(/^\uFEFF/, ""));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function parse(csv: string) {
  const rows: { text: string; isText: boolean }[][] = [[]];
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^;"\n]*))(;|\n)/g)) {
    rows.at(-1)?.push({ text: quoted?.replaceAll('""', '"') ?? bare ?? "", isText: quoted !== undefined });
    if (end === "\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

if (!libreOffice)
  console.warn("LibreOffice is not installed (soffice): what it makes of a workbook is not tried.");

test.runIf(libreOffice)(
  "LibreOffice reads the creators' texts as texts, days as days, and the longest cell completely",
  async () => {
    const [titles, ...rows] = await openInLibreOffice("creators.xlsx");
    expect(titles?.map(({ text }) => text).slice(0, 2)).toEqual(["Nome", "Email"]);
    const shown = [
      ...texts.slice(0, -1).map((text) => guarded(text).replace("\r", " ")),
      `${"x".repeat(longest - 1)}…`,
    ];
    expect(rows.map((row) => row[1])).toEqual(shown.map((text) => ({ text, isText: true })));
    expect(rows.map((row) => row[8])).toEqual(
      texts.map((_, n) => ({ text: `${20 - n}/11/2026`.padStart(10, "0"), isText: false })),
    );
    expect(rows.map((row) => row[4])).toEqual(texts.map(() => ({ text: "-", isText: true })));
  },
  180_000,
);

test.runIf(libreOffice)(
  "LibreOffice reads amounts and times of sales as numbers",
  async () => {
    await addSale(db, {
      consumerId: await addConsumer(db),
      videoId: await addVideo(db, await addCreator(db), { title: '=HYPERLINK("http://evil";"x")' }),
      amountCents: 123_456,
      now: new Date("2026-10-01T01:30:00Z"),
    });
    const [, row = []] = await openInLibreOffice("sales.xlsx");
    expect(row[1]).toEqual({ text: "30/09/2026 22:30", isText: false });
    expect(row[2]).toEqual({ text: `'=HYPERLINK("http://evil";"x")`, isText: true });
    expect(row[9]).toEqual({ text: "1,234.56", isText: false });
    expect(row[12]).toEqual({ text: "0.00", isText: false });
  },
  180_000,
);
