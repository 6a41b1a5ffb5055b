import { formatPixKey, parsePixKey } from "~/features/fields/pix-key";
import type { Db } from "~/platform/db.server";
import { byteOrderMark, formatCsvRow } from "../spreadsheets/csv";
import { listBatchPayouts, type PayoutRow } from "./batches.queries.server";
import { labelPayoutMethod } from "./payout-method";
import { labelPayoutStatus } from "./payout-status";

const pixKinds = { cpf: "CPF", cnpj: "CNPJ", email: "E-mail", phone: "Celular", random: "Aleatória" };

const payoutsPerRead = 500;

/** A batch as a file to pay from, row by row. */
export async function* writePayCsv(db: Db, batchId: string): AsyncGenerator<string> {
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
    ]);
  let after: string | undefined;
  for (;;) {
    const rows: PayoutRow[] = await listBatchPayouts(db, { batchId, after, limit: payoutsPerRead });
    yield rows.map(formatPayout).join("");
    if (rows.length < payoutsPerRead) break;
    after = rows.at(-1)?.id;
  }
}

function formatPayout(payout: PayoutRow): string {
  const pix = parsePixKey(payout.pix_key ?? "");
  return formatCsvRow([
    payout.id,
    payout.payee_name,
    labelPayoutMethod(payout.payment_method),
    pix.ok ? pixKinds[pix.type] : "",
    // In the file a phone's + would be a formula, and a CPF's zeros would go: docs/decisions/0023.
    pix.ok ? formatPixKey(pix) : (payout.pix_key ?? ""),
    payout.bank_name ?? "",
    payout.bank_account_number ?? "",
    payout.card_last4 ?? "",
    payout.card_holder_name ?? "",
    payout.amount_cents,
    labelPayoutStatus(payout.status),
    payout.bank_reference ?? "",
  ]);
}
