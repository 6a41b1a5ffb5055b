import { byteOrderMark, formatCsvDate, formatCsvRow } from "~/features/base/documents/csv";
import type { PdfBlock, PdfHead } from "~/features/base/documents/pdf-document";
import { formatDateTime } from "~/i18n/dates";
import { type Locale, languages } from "~/i18n/languages";
import { formatMoney } from "~/i18n/money";
import type { PageTexts } from "~/i18n/texts";
import type { Db } from "~/platform/db.server";
import type { PayoutRow } from "./batches.queries.server";
import { findStatementBounds, listStatementLines, type StatementRow } from "./statement.queries.server";
import { decideLineKind, describeSubject, type StatementLineKind } from "./statement-line";

interface StatementLine {
  id: number;
  kind: StatementLineKind;
  title: string | null;
  date: string;
  cents: number;
  balanceCents: number;
}

export interface Statement {
  openingCents: number;
  closingCents: number;
  lines: StatementLine[];
  /** The last line of this page. */
  next: number | undefined;
}

const linesPerPage = 50;

export async function loadStatement(
  db: Db,
  payout: PayoutRow,
  { after, texts }: { after: number; texts: PageTexts },
): Promise<Statement> {
  const bounds = await findStatementBounds(db, payout);
  const rows = await listStatementLines(db, {
    creatorId: payout.creator_id,
    after: Math.max(after, bounds.afterLine),
    last: bounds.lastLine,
    limit: linesPerPage + 1,
  });
  const shown = rows.slice(0, linesPerPage);
  return {
    openingCents: bounds.openingCents,
    closingCents: bounds.closingCents,
    lines: shown.map((row) => ({
      id: row.id,
      kind: decideLineKind(row),
      title: describeSubject(row, texts),
      date: formatDateTime(row.created_at, texts.locale),
      cents: row.cents,
      balanceCents: row.balance,
    })),
    next: rows.length > linesPerPage ? shown.at(-1)?.id : undefined,
  };
}

const linesPerRead = 1_000;

/** Row by row, to bound the memory. */
export async function* writeStatementCsv(
  db: Db,
  payout: PayoutRow,
  texts: PageTexts,
): AsyncGenerator<string> {
  const { text: t } = texts;
  const amounts = [`${t("payouts.amount")} (R$)`, `${t("payouts.balance")} (R$)`];
  const bounds = await findStatementBounds(db, payout);
  yield byteOrderMark + formatCsvRow([t("payouts.date"), t("payouts.line"), t("payouts.video"), ...amounts]);
  yield formatCsvRow(["", t("payouts.opening"), "", "", bounds.openingCents]);
  let after = bounds.afterLine;
  for (;;) {
    const rows: StatementRow[] = await listStatementLines(db, {
      creatorId: payout.creator_id,
      after,
      last: bounds.lastLine,
      limit: linesPerRead,
    });
    yield rows.map((row) => formatLine(row, texts)).join("");
    if (rows.length < linesPerRead) break;
    after = rows.at(-1)?.id ?? bounds.lastLine;
  }
  yield formatCsvRow(["", t("payouts.closing"), "", "", bounds.closingCents]);
}

function formatLine(row: StatementRow, texts: PageTexts): string {
  const what = texts.text(`payouts.lines.${decideLineKind(row)}`);
  return formatCsvRow([
    formatCsvDate(row.created_at),
    what,
    describeSubject(row, texts) ?? "",
    row.cents,
    row.balance,
  ]);
}

export function describePayout(payout: PayoutRow, locale?: Locale) {
  const decidedAt = payout.returned_at ?? payout.decided_at;
  return {
    id: payout.id,
    status: payout.status,
    amount: formatMoney(payout.amount_cents, "BRL", locale),
    date: formatDateTime(payout.created_at, locale),
    decided: decidedAt && formatDateTime(decidedAt, locale),
    bankReference: payout.bank_reference,
    failure: payout.failure ?? payout.return_reason,
  };
}

const linesPerPdfRead = 500;

export function headOfStatement(payout: PayoutRow, issuer: string, { locale, text }: PageTexts): PdfHead {
  const amount = formatMoney(payout.amount_cents, "BRL", locale);
  return {
    title: text("payouts.statementOf", { amount }),
    language: languages[locale].tag,
    issuer,
    pageLabel: text("payouts.page"),
  };
}

/** Read from the ledger as it is drawn: the same lines as its page and CSV file. */
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
      limit: linesPerPdfRead,
    });
    yield { kind: "rows", rows: rows.map((row) => describeLine(row, texts)) };
    if (rows.length < linesPerPdfRead) break;
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

/** 0 (before all lines) if invalid. */
export function parseLineCursor(raw: string | null): number {
  return /^\d{1,15}$/.test(raw ?? "") ? Number(raw) : 0;
}
