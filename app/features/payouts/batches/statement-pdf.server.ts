import type { PdfBlock, PdfHead } from "~/features/base/documents/pdf-document";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { formatMoney } from "~/features/base/money/money";
import { pt } from "~/i18n/locales/pt";
import type { Db } from "~/platform/db.server";
import type { PayoutRow } from "./batches.queries.server";
import { findStatementBounds, listStatementLines, type StatementRow } from "./statement.queries.server";
import { describePayout } from "./statement.server";
import { decideLineKind, describeSubject } from "./statement-line";

const linesPerRead = 500;

const money = (cents: number) => formatMoney(cents, "BRL");

/** Returns the head of a payout's statement. */
export function headOfStatement(payout: PayoutRow, issuer: string): PdfHead {
  return {
    title: `Extrato do repasse de ${money(payout.amount_cents)}`,
    language: "pt-BR",
    issuer,
    pageLabel: "Página",
  };
}

/** Yields a payout's whole statement, read from the ledger as it is drawn: the lines of its page and its CSV file. */
export async function* describeStatement(db: Db, payout: PayoutRow): AsyncGenerator<PdfBlock> {
  const bounds = await findStatementBounds(db, payout);
  const { date, decided, bankReference, failure } = describePayout(payout);
  yield {
    kind: "facts",
    rows: [
      ["Favorecido", payout.payee_name],
      ["Preparado em", date],
      ["Situação", pt.payouts.statuses[payout.status]],
      ...(decided ? ([["Registrado em", decided]] as const) : []),
      ...(bankReference ? ([["Referência do banco", bankReference]] as const) : []),
      ...(failure ? ([["Motivo", failure]] as const) : []),
    ],
  };
  yield {
    kind: "table",
    columns: [
      { title: "Data", width: 22 },
      { title: "Lançamento", width: 48 },
      { title: "Valor", width: 15, right: true },
      { title: "Saldo", width: 15, right: true },
    ],
  };
  yield { kind: "rows", strong: true, rows: [["", pt.payouts.opening, "", money(bounds.openingCents)]] };
  let after = bounds.afterLine;
  for (;;) {
    const rows: StatementRow[] = await listStatementLines(db, {
      creatorId: payout.creator_id,
      after,
      last: bounds.lastLine,
      limit: linesPerRead,
    });
    yield { kind: "rows", rows: rows.map(describeLine) };
    if (rows.length < linesPerRead) break;
    after = rows.at(-1)?.id ?? bounds.lastLine;
  }
  yield { kind: "rows", strong: true, rows: [["", pt.payouts.closing, "", money(bounds.closingCents)]] };
}

function describeLine(row: StatementRow): string[] {
  const what = pt.payouts.lines[decideLineKind(row)];
  const subject = describeSubject(row);
  return [
    formatDateTime(row.created_at),
    subject ? `${what}: ${subject}` : what,
    money(row.cents),
    money(row.balance),
  ];
}
