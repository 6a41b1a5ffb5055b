import { byteOrderMark, formatCsvRow } from "~/features/base/documents/csv";
import { labelPayoutMethod } from "~/features/base/money/payout-method";
import { describePixKey } from "~/features/money/payees/masked-detail";
import { noDestination, writeAccount, writeBank, writeHolder } from "~/features/money/payees/payee";
import { pt } from "~/i18n/locales/pt";
import type { Db } from "~/platform/db.server";
import { listBatchPayouts, type PayoutRow } from "./batches.queries.server";
import { labelPayoutStatus } from "./payout-status";
import { type NotesView, showPayoutNotes } from "./show-payout-notes.server";

const payoutsPerRead = 500;

/** Row by row. Omits the destination of a payout that must not be paid. */
export async function* writePayCsv(db: Db, batchId: string, now: Date): AsyncGenerator<string> {
  yield byteOrderMark +
    formatCsvRow([
      "Pagamento",
      "Favorecido",
      "Método",
      "Tipo de chave",
      "Chave PIX",
      "Banco",
      "Conta",
      "Cartão (final)",
      "Nome no cartão",
      "Valor (R$)",
      "Situação",
      "Referência",
      "Atenção",
      "CPF/CNPJ do titular",
    ]);
  let after: string | undefined;
  for (;;) {
    const rows: PayoutRow[] = await listBatchPayouts(db, { batchId, after, limit: payoutsPerRead });
    const notes = await showPayoutNotes(db, rows, now);
    yield rows.map((row) => formatPayout(row, notes.get(row.id))).join("");
    if (rows.length < payoutsPerRead) break;
    after = rows.at(-1)?.id;
  }
}

function formatPayout(row: PayoutRow, notes: NotesView | undefined): string {
  const payout = notes?.stopped ? { ...row, ...noDestination } : row;
  // A spreadsheet would read a phone's + as a formula and drop a CPF's zeros.
  const pix = describePixKey(payout.pix_key ?? "");
  return formatCsvRow([
    payout.id,
    payout.payee_name,
    labelPayoutMethod(payout.payment_method),
    pix.kind,
    pix.key,
    writeBank(payout) ?? "",
    writeAccount(payout) ?? "",
    payout.card_last4 ?? "",
    payout.card_holder_name ?? "",
    payout.amount_cents,
    notes?.stopped ? pt.payouts.stopped : labelPayoutStatus(payout.status),
    payout.bank_reference ?? "",
    notes?.texts.join(" ") ?? "",
    writeHolder(payout) ?? "",
  ]);
}
