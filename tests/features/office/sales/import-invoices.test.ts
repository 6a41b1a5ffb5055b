/** The accountant's file of invoice numbers: what is stored, who sees it, and that it can be sent again. */
import { beforeEach, describe, expect, test } from "vitest";
import { saveTaxId } from "~/features/money/payees/stored-tax-id.server";
import { listInvoices } from "~/features/money/payees/tax.queries.server";
import { importInvoices } from "~/features/office/sales/import-invoices.server";
import * as invoices from "~/routes/admin/invoices";
import * as creatorYear from "~/routes/creator/year";
import { ask } from "../../../support/ask";
import { makeAdmin, makeCreator, type Person } from "../../../support/people";
import { actorOf, addConsumer, addSale, addVideo } from "../../../support/rows";
import { readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const admin = await makeAdmin(world);
let ana: Person;

beforeEach(async () => {
  ana = await makeCreator(world);
});

const month = "2026-10";
const read = (...lines: string[]) =>
  importInvoices(services, {
    file: Buffer.from(lines.join("\r\n"), "latin1"),
    by: actorOf(admin.userId, admin.email, services.clock()),
  });
const stored = () => listInvoices(db, { creatorId: ana.userId, from: month, to: month });
const countEntries = async () =>
  (await readRows(db, "audit_entries", { action: "invoicesImported" }, "id")).length;

describe("the import of invoices", () => {
  test("stores good lines, names the others by number, and is audited", async () => {
    const before = await countEntries();
    const result = await read(
      "Criador;Mês;Número;Link",
      `${ana.email.toUpperCase()};10/2026;123;https://nfse.example/123`,
      "ninguem@example.com;10/2026;124;",
      `${admin.email};10/2026;125;`,
      "sem e-mail;10/2026;126;",
    );
    expect(result).toMatchObject({ added: 1, changed: 0, same: 0, badCount: 3 });
    expect(result.bad).toEqual([
      { line: 3, problem: "unknown" },
      { line: 4, problem: "unknown" },
      { line: 5, problem: "creator" },
    ]);
    expect(await stored()).toEqual([{ month, number: "123", link: "https://nfse.example/123" }]);
    expect(await countEntries()).toBe(before + 1);
  });

  test("finds a creator whose stored address has capital letters", async () => {
    const mixed = `Ana.${ana.email}`;
    await setRows(db, "users", { id: ana.userId }, { email: mixed });
    expect(await read(`${mixed};10/2026;123;`)).toMatchObject({ added: 1, badCount: 0 });
    expect(await stored()).toEqual([{ month, number: "123", link: null }]);
  });

  test("sent again changes nothing, and another number replaces the former", async () => {
    await read(`${ana.email};10/2026;123;`);
    const before = await countEntries();
    expect(await read(`${ana.email};2026-10;123;`)).toMatchObject({ added: 0, changed: 0, same: 1 });
    expect(await countEntries()).toBe(before);
    expect(await read(`${ana.email};2026-10;124;`)).toMatchObject({ added: 0, changed: 1, same: 0 });
    expect(await stored()).toEqual([{ month, number: "124", link: null }]);
  });

  test("finds creators by CPF or CNPJ, and names a number of two creators and a creator named twice", async () => {
    const [bia, caio] = [await makeCreator(world), await makeCreator(world)];
    const give = (who: Person, value: string) =>
      saveTaxId(db, services.secretBox, { userId: who.userId, taxId: { kind: "cpf", value } });
    await give(ana, "52998224725");
    await give(bia, "11144477735");
    await give(caio, "11144477735");
    const result = await read(
      "CPF;E-mail;Mês;Número",
      "529.982.247-25;;10/2026;321",
      "111.444.777-35;;10/2026;322",
      "012.345.678-90;;10/2026;323",
      `;${ana.email};10/2026;324`,
    );
    expect(result).toMatchObject({ added: 1 });
    expect(result.bad).toEqual([
      { line: 3, problem: "several" },
      { line: 4, problem: "unknown" },
      { line: 5, problem: "twice" },
    ]);
    expect(await stored()).toEqual([{ month, number: "321", link: null }]);
  });

  test("is answered on the page", async () => {
    const parts = [
      { name: "file", content: `${ana.email};10/2026;9;`, fileName: "nfse.csv", type: "text/csv" },
    ];
    const asked = { path: "/admin/invoices", cookie: admin.cookie, parts };
    expect((await ask(world, invoices.action, asked)).data).toMatchObject({ imported: { added: 1 } });
  });
});

test("a creator finds the invoice in the month of the year, and no other creator does", async () => {
  const paidAt = new Date("2026-10-15T15:00:00Z");
  const bia = await makeCreator(world);
  for (const { userId } of [ana, bia])
    await addSale(db, {
      consumerId: await addConsumer(db),
      videoId: await addVideo(db, userId),
      now: paidAt,
    });
  await read(`${ana.email};10/2026;777;`);
  const yearOf = async ({ cookie }: Person) =>
    (await ask(world, creatorYear.loader, { path: "/creator/year?year=2026", cookie })).data;
  expect(await yearOf(ana)).toMatchObject({ shown: { months: [{ month, invoiceNumber: "777" }] } });
  expect(await yearOf(bia)).toMatchObject({ shown: { months: [{ month, invoiceNumber: null }] } });
});
