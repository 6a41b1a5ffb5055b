/** What administrators learn about a prepared payout, and payouts to accounts that were suspended since. */
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { wholeSpan } from "~/features/base/form-fields/date-span";
import { adjustBalance } from "~/features/money/ledger/adjust-balance.server";
import { writePayCsv } from "~/features/money/payouts/pay-csv.server";
import { settlePayout } from "~/features/money/payouts/settle-payout.server";
import { showBatchNotes } from "~/features/money/payouts/show-payout-notes.server";
import { readExportBatches } from "~/features/office/dashboard/export-rows.queries.server";
import { exportSheets } from "~/features/office/exports/export-columns";
import { expectNoViolations } from "../../../support/proofs";
import { actorOf, addSaleOf, addUser } from "../../../support/rows";
import { addRows, readRow, setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee, day, longAgo, payoutOf, second, startPaying } from "./payout-scene";

const db = await openTestDatabase();
const paying = await startPaying(db);
const { services } = paying;

/** A creator with a sale of which R$ 42,41 are released. */
async function addOwed(): Promise<string> {
  const creator = await addPayee(db);
  await addSaleOf(db, creator, { now: longAgo });
  return creator;
}
const suspend = (creator: string, at: Date | null = paying.clock()) =>
  setRows(db, "users", { id: creator }, { suspended_at: at });
const notesOf = async (creator: string) => {
  const payout = await payoutOf(db, creator);
  const { notes, unusual } = await showBatchNotes(db, payout.batch_id, paying.clock());
  return {
    texts: notes.get(payout.id)?.texts ?? [],
    stopped: notes.get(payout.id)?.stopped === true,
    unusual,
  };
};

describe("an account suspended after the batch was prepared", () => {
  test("is not paid by default; a transfer already made is recorded, and so is a failure", async () => {
    const creator = await addOwed();
    const payout = await paying.preparePayout(creator);
    await suspend(creator);
    expect(await paying.pay(payout)).toEqual({ ok: false, error: "payeeStopped" });
    expect(await payoutOf(db, creator)).toMatchObject({ status: "prepared" });
    const end = { status: "paid", bankReference: "E1", anyway: true } as const;
    const wish = { by: paying.by, batchId: payout.batch_id, payoutId: payout.id, end };
    expect(await settlePayout(services, wish)).toEqual({ ok: true, repeated: false });
    const entry = await readRow(db, "audit_entries", { target_id: payout.id, action: "payoutPaid" }, "after");
    expect(entry.after).toMatchObject({ suspended: true });
    const other = await addOwed();
    const failing = await paying.preparePayout(other);
    await suspend(other);
    expect(await paying.fail(failing)).toMatchObject({ ok: true });
    await expectNoViolations(db);
  });

  test("is payable again when it is restored", async () => {
    const creator = await addOwed();
    const payout = await paying.preparePayout(creator);
    await suspend(creator);
    await suspend(creator, null);
    expect(await paying.pay(payout)).toMatchObject({ ok: true });
  });

  test("is either confirmed or suspended if both happen at once", async () => {
    const creator = await addOwed();
    const payout = await paying.preparePayout(creator);
    const [paid] = await Promise.all([paying.pay(payout), suspend(creator)]);
    expect([
      { ok: true, repeated: false },
      { ok: false, error: "payeeStopped" },
    ]).toContainEqual(paid);
  });

  test("is named on the batch's page, and the files to pay from have no destination for it", async () => {
    const [stopped, other] = [await addOwed(), await addOwed()];
    paying.advance(second);
    const prepared = await paying.prepare([stopped, other]);
    if (!prepared.ok) throw new Error(prepared.error);
    await suspend(stopped);
    expect(await notesOf(stopped)).toMatchObject({ stopped: true, unusual: { count: 1 } });
    const file = await text(writePayCsv(db, prepared.batchId, paying.clock()));
    const rows = file.trimEnd().split("\r\n").slice(1);
    const stoppedRow = rows.find((row) => row.includes("Não pague este repasse"));
    expect(stoppedRow).toContain("A conta foi suspensa depois que o lote foi preparado");
    expect(rows.filter((row) => row.includes("ana@pix.example"))).toEqual([
      expect.not.stringContaining("Não pague"),
    ]);
    const workbook = await readPayoutRows(prepared.batchId);
    expect(workbook).toContainEqual(
      expect.objectContaining({ pix_key: null, attention: "Não pague este repasse" }),
    );
    expect(workbook).toContainEqual(expect.objectContaining({ pix_key: "ana@pix.example", attention: "" }));
  });
});

describe("the notes of an unusual payout", () => {
  test("name the adjustments since the last payout with their authors, and no earlier ones", async () => {
    const creator = await addOwed();
    const boss = await addUser(db, "chefe@example.com");
    const credit = (cents: number, reason: string) =>
      adjustBalance(
        services,
        { id: randomUUID(), creatorId: creator, kind: "credit", cents, reason },
        actorOf(boss, "chefe@example.com", paying.clock()),
      );
    await credit(100, "Primeiro bônus");
    await paying.pay(await paying.preparePayout(creator));
    paying.advance(day);
    await credit(10_000_000, "Segundo bônus");
    await paying.preparePayout(creator);
    const { texts } = await notesOf(creator);
    expect(texts.map((line) => line.replaceAll("\u00a0", " "))).toEqual([
      "Muito acima do habitual: o maior dos últimos repasses foi R$ 43,41.",
      "Crédito ao criador de R$ 100.000,00 por chefe@example.com, sem segunda pessoa: Segundo bônus",
    ]);
  });

  test("name a first payout, which alone does not make the batch unusual", async () => {
    const creator = await addOwed();
    await paying.preparePayout(creator);
    const texts = ["É o primeiro repasse deste criador."];
    const unusual = { count: 0, named: [] };
    expect(await notesOf(creator)).toEqual({ texts, stopped: false, unusual });
  });

  test("name changed details, a negative balance, and an administrator as payee", async () => {
    const creator = await addOwed();
    await paying.preparePayout(creator);
    paying.advance(day);
    const now = paying.clock();
    await addRows(db, "payout_details_changes", {
      creator_id: creator,
      replaced: JSON.stringify({ payment_method: "pix", pix_key: "ana@pix.example" }),
      chosen: JSON.stringify({ payment_method: "pix", pix_key: "outra@pix.example" }),
      changed_at: now,
      effective_at: new Date(now.getTime() + day),
    });
    await setRows(db, "creator_profiles", { user_id: creator }, { pix_key: "outra@pix.example" });
    await addRows(db, "user_roles", { user_id: creator, role: "admin" });
    const debit = { id: randomUUID(), creatorId: creator, kind: "debit", cents: 1_000, reason: "x" } as const;
    await adjustBalance(services, debit, paying.by);
    const held = await notesOf(creator);
    expect(held.texts.map((line) => line.split(/[,:]/)[0])).toEqual([
      "Mudou os dados de recebimento depois que o lote foi preparado",
      "O saldo ficou negativo depois que o lote foi preparado",
      "Quem recebe é administrador.",
      "É o primeiro repasse deste criador.",
    ]);
    paying.advance(2 * day);
    expect((await notesOf(creator)).texts[0]).toContain("em vigor agora são outros");
  });
});

async function readPayoutRows(batchId: string) {
  const rows: Record<string, unknown>[] = [];
  const filters = { kind: "payouts", batchId, span: wholeSpan } as const;
  for await (const part of readExportBatches(db, { filters }))
    for (const cells of JSON.parse(part.text) as unknown[][])
      rows.push(Object.fromEntries(exportSheets.payouts.columns.map(({ key }, at) => [key, cells[at]])));
  return rows;
}
