import type { PdfBlock, PdfHead } from "~/features/base/documents/pdf-document";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { formatMoney } from "~/features/base/money/money";
import { languages } from "~/i18n/languages";
import type { PageTexts } from "~/i18n/texts";
import type { Db } from "~/platform/db.server";
import type { PayoutRow } from "./batches.queries.server";
import { findStatementBounds, listStatementLines, type StatementRow } from "./statement.queries.server";
import { describePayout } from "./statement.server";
import { decideLineKind, describeSubject } from "./statement-line";

const linesPerRead = 500;

/** Returns the head of a payout's statement. */
export function headOfStatement(payout: PayoutRow, issuer: string, { locale, text }: PageTexts): PdfHead {
  const amount = formatMoney(payout.amount_cents, "BRL", locale);
  return {
    title: text("payouts.statementOf", { amount }),
    language: languages[locale].tag,
    issuer,
    pageLabel: text("payouts.page"),
  };
}

/** Yields a payout's whole statement, read from the ledger as it is drawn: the lines of its page and its CSV file. */
export async function* describeStatement(
  db: Db,
  payout: PayoutRow,
  texts: PageTexts,
): AsyncGenerator<PdfBlock> {
  const { locale, text: t } = texts;
  const money = (cents: number) => formatMoney(cents, "BRL", locale);
  const bounds = await findStatementBounds(db, payout);
  const { date, decided, bankReference, failure } = describePayout(payout, locale);
  yield {
    kind: "facts",
    rows: [
      [t("payouts.payee"), payout.payee_name],
      [t("payouts.preparedOn"), date],
      [t("payouts.status"), t(`payouts.statuses.${payout.status}`)],
      ...(decided ? ([[t("payouts.recordedOn"), decided]] as const) : []),
      ...(bankReference ? ([[t("payouts.bankReference"), bankReference]] as const) : []),
      ...(failure ? ([[t("payouts.failureReason"), failure]] as const) : []),
    ],
  };
  yield {
    kind: "table",
    columns: [
      { title: t("payouts.date"), width: 22 },
      { title: t("payouts.line"), width: 48 },
      { title: t("payouts.amount"), width: 15, right: true },
      { title: t("payouts.balance"), width: 15, right: true },
    ],
  };
  yield { kind: "rows", strong: true, rows: [["", t("payouts.opening"), "", money(bounds.openingCents)]] };
  let after = bounds.afterLine;
  for (;;) {
    const rows: StatementRow[] = await listStatementLines(db, {
      creatorId: payout.creator_id,
      after,
      last: bounds.lastLine,
      limit: linesPerRead,
    });
    yield { kind: "rows", rows: rows.map((row) => describeLine(row, texts)) };
    if (rows.length < linesPerRead) break;
    after = rows.at(-1)?.id ?? bounds.lastLine;
  }
  yield { kind: "rows", strong: true, rows: [["", t("payouts.closing"), "", money(bounds.closingCents)]] };
}

function describeLine(row: StatementRow, texts: PageTexts): string[] {
  const { locale, text } = texts;
  const what = text(`payouts.lines.${decideLineKind(row)}`);
  const subject = describeSubject(row, texts);
  return [
    formatDateTime(row.created_at, locale),
    subject ? `${what}: ${subject}` : what,
    formatMoney(row.cents, "BRL", locale),
    formatMoney(row.balance, "BRL", locale),
  ];
}
