import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { openTaxId, showTaxId } from "~/features/money/payees/stored-tax-id.server";
import { findTaxId } from "~/features/money/payees/tax.queries.server";
import { createSecretBox } from "~/platform/secrets.server";
import { action, loader } from "~/routes/creator/payments";
import { ask } from "../../../support/ask";
import { makeCreator, type Person } from "../../../support/people";
import { readRow, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
let ana: Person;

beforeEach(async () => {
  ana = await makeCreator(world);
});

const path = "/creator/payments";
const save = (form: Record<string, string>) => ask(world, action, { path, form, cookie: ana.cookie });
const show = async () => (await ask(world, loader, { path, cookie: ana.cookie })).data;
const stored = () => readRow(db, "creator_profiles", { user_id: ana.userId });

const account = {
  paymentMethod: "bank",
  bankName: "Itaú",
  bankBranch: "12",
  bankAccount: "123456",
  bankHolderTaxId: "529.982.247-25",
};

describe("saving payment settings", () => {
  test("stores a Pix key in the directory's form", async () => {
    const answer = await save({ paymentMethod: "pix", pixKey: " 123.456.789-09 " });
    expect(answer).toMatchObject({
      status: 303,
      location: path,
      flash: { tone: "success", title: "creator.saved" },
    });
    expect(await stored()).toMatchObject({ payment_method: "pix", pix_key: "12345678909" });
  });

  test("stores a bank account with its code, branch, digit and holder", async () => {
    await save(account);
    const whole = {
      payment_method: "bank",
      bank_code: "341",
      bank_name: "Itaú Unibanco",
      bank_branch: "0012",
      bank_account_number: "12345-6",
      bank_holder_tax_id: "52998224725",
    };
    expect(await stored()).toMatchObject(whole);
    expect(await show()).toMatchObject({
      bankName: "341 Itaú Unibanco",
      bankBranch: "0012",
      bankAccount: "12345-6",
      bankHolderTaxId: "529.982.247-25",
      bankIncomplete: false,
    });
    // As shown, so nothing changes; then free text, as a registration stores it.
    await save({ ...account, bankName: "341 Itaú Unibanco", bankHolderTaxId: "529.982.247-25" });
    expect(await stored()).toMatchObject(whole);
    await save({ paymentMethod: "bank", bankName: "Caixa", bankAccount: "0001 / 9" });
    expect(await stored()).toMatchObject({ bank_code: null, bank_branch: null, bank_holder_tax_id: null });
    expect(await show()).toMatchObject({ bankName: "Caixa", bankAccount: "0001 / 9", bankIncomplete: true });
  });

  test("asks a creator whose bank account is free text to complete it", async () => {
    expect(await show()).toMatchObject({ bankName: "Banco do Brasil", bankIncomplete: true });
  });

  test("stores the last four digits of a card, and needs no number if a card is stored", async () => {
    await save({ paymentMethod: "card", cardHolderName: "ANA C", cardNumber: "4111 1111 1111 1234" });
    expect((await save({ paymentMethod: "card", cardHolderName: "ANA CRIADORA" })).status).toBe(303);
    expect(await stored()).toMatchObject({ card_last4: "1234", card_holder_name: "ANA CRIADORA" });
  });

  test("of one method keeps the others' fields, even if they were sent along", async () => {
    await save({ paymentMethod: "card", cardHolderName: "ANA C", cardNumber: "4111111111111234" });
    const before = await stored();
    const others = { bankName: "Other", cardHolderName: "X", cardNumber: "5555" };
    await save({ paymentMethod: "pix", pixKey: "ana@example.com", ...others });
    expect(await stored()).toEqual({ ...before, payment_method: "pix", pix_key: "ana@example.com" });
  });
});

describe("an invalid payment setting is reported beside its field, and the input is kept", () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ["nothing at all", {}, { pixKey: "common.required" }],
    ["a CPF mistyped", { paymentMethod: "pix", pixKey: "123.456.789-00" }, { pixKey: "pix.cpf" }],
    [
      "letters in the card's number",
      { paymentMethod: "card", cardHolderName: "A", cardNumber: "4111x" },
      { cardNumber: "accounts.cardDigits" },
    ],
    [
      "a name longer than its column",
      { paymentMethod: "bank", bankName: "x".repeat(121), bankAccount: "1" },
      { bankName: "accounts.tooLong" },
    ],
  ])("for %s", async (_, form, errors) => {
    const before = await stored();
    const { status, data } = await save(form);
    const { cardNumber: _never, ...values } = form;
    expect({ status, data }).toEqual({ status: 400, data: { done: false, problem: { errors, values } } });
    expect(await stored()).toEqual(before);
  });
});

describe("the form of payment settings", () => {
  test("has the stored values, and only the last digits of a card", async () => {
    await save({ paymentMethod: "card", cardHolderName: "ANA C", cardNumber: "4111111111111234" });
    expect(await show()).toMatchObject({
      method: "card",
      pixKey: "ana@pix.example",
      pixProblem: null,
      bankName: "Banco do Brasil",
      bankAccount: "0001/12345-6",
      cardLast4: "1234",
      cardHolderName: "ANA C",
    });
  });

  test("warns at once that the key from the registration is invalid", async () => {
    await setRows(db, "creator_profiles", { user_id: ana.userId }, { pix_key: "chave-pix" });
    expect(await show()).toMatchObject({ pixKey: "chave-pix", pixProblem: "pix.unknown" });
  });
});

describe("a creator's tax number", () => {
  const details = { paymentMethod: "pix", pixKey: "ana@pix.example" };

  test("is refused beside its field if it is invalid, and nothing is saved", async () => {
    const refused = await save({ ...details, pixKey: "other@pix.example", taxId: "529.982.247-24" });
    const problem = { errors: { taxId: "creator.taxIdWrong" } };
    expect(refused).toMatchObject({ status: 400, data: { problem } });
    expect(await show()).toMatchObject({ taxId: null, pixKey: "ana@pix.example" });
  });

  test("is stored encrypted, shown masked, kept when the field is empty, and missing if its key is lost", async () => {
    const { services } = world;
    expect(await save({ ...details, taxId: "529.982.247-25" })).toMatchObject({ status: 303 });
    expect(await show()).toMatchObject({ taxId: "CPF ***.982.247-**" });
    const encrypted = await findTaxId(db, ana.userId);
    expect(encrypted?.toString("latin1")).not.toContain("52998224725");
    expect(encrypted && openTaxId(services.secretBox, encrypted)).toBe("52998224725");
    expect(JSON.stringify(world.logged)).not.toContain("52998224725");
    await save({ ...details, taxId: "" });
    expect(await show()).toMatchObject({ taxId: "CPF ***.982.247-**" });
    const secretBox = createSecretBox(["another secret of at least 32 characters"]);
    expect(await showTaxId({ ...services, secretBox }, ana.userId)).toBeNull();
  });
});

test("a card number is in no row, file, log line or response afterwards", async () => {
  const numbers = ["5105105105105100", "6011000990139424"];
  const answers = [
    await save({ paymentMethod: "card", cardHolderName: "ANA C", cardNumber: numbers[0] ?? "" }),
    // Refused for another reason: the number was fine.
    await save({ paymentMethod: "card", cardHolderName: "", cardNumber: numbers[1] ?? "" }),
    await save({ paymentMethod: "card", cardHolderName: "x", cardNumber: `${numbers[1]}x` }),
    await ask(world, loader, { path, cookie: ana.cookie }),
  ];
  const everything = {
    rows: await dumpRows(),
    files: await dumpFiles(world.storageDir),
    log: JSON.stringify(world.logged),
    answers: JSON.stringify(answers.map((answer) => ({ ...answer, headers: [...answer.headers] }))),
  };
  expect(everything.rows).toContain("5100");
  for (const [where, text] of Object.entries(everything))
    for (const number of numbers) expect(text.includes(number.slice(0, 12)), where).toBe(false);
});

/** Every row of every table, the job queue's included. */
async function dumpRows(): Promise<string> {
  const tables = await sql<{ name: string }>`
    SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`SELECT t::text AS row FROM ${sql.raw(name)} AS t`.execute(db);
    texts.push(`${name}:`, ...rows.map(({ row }) => row));
  }
  return texts.join("\n");
}

async function dumpFiles(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")));
  return texts.join("\n");
}
