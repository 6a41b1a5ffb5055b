import { decodeText } from "~/features/base/files/decode-text";
import { sumBank } from "~/features/money/ledger/ledger.queries.server";
import { txidOf } from "~/features/money/payees/payout-code.server";
import { formatDateTime } from "~/i18n/dates";
import { type Day, dayOf, formatChartDay } from "~/i18n/days";
import type { MessageKey } from "~/i18n/message-key";
import { formatMoney } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import { BrokenForm, readMultipart } from "~/platform/forms/multipart.server";
import { listMatchedPayouts, type MatchedRow } from "../payouts/payout-facts.queries.server";
import { type BankLine, type BankStatement, identifyLines } from "./bank-line";
import type { MatchedPayout } from "./line-evidence";
import { matchLines, type Proposal } from "./match-lines";
import { parseStatementCsv } from "./parse-csv";
import { parseOfx } from "./parse-ofx";
import {
  type ComparedBalance,
  compareClosingBalance,
  endOfDay,
  type StatementNotes,
  selectShown,
  writeCarriedLines,
  writeTick,
} from "./statement-lines";

/** A line may pay a payout prepared up to so many days before the first line. */
const daysBefore = 90;

function toMatched(row: MatchedRow): MatchedPayout | undefined {
  if (row.status === "failed") return undefined;
  return {
    id: row.id,
    cents: row.amount_cents,
    name: row.payee_name,
    pixKey: row.payment_method === "pix" ? row.pix_key : null,
    txid: txidOf(row.id),
    preparedDay: dayOf(row.created_at),
    status: row.status,
    bankReference: row.bank_reference,
  };
}

export interface ReadStatement {
  lines: BankLine[];
  proposals: Proposal[];
  /** Of recorded payouts. */
  known: number;
  /** Of anything else. */
  unrelated: number;
  /** Of payouts, but beyond the page's limit. */
  left: number;
  rows: Map<string, MatchedRow>;
}

/**
 * Keeps the lines with a proposal, up to the page's limit. Undefined if there are too many payouts to compare.
 * `isWhole`: as in `matchLines`.
 */
export async function proposeStatement(
  db: Db,
  lines: readonly BankLine[],
  { isWhole }: { isWhole: boolean },
): Promise<ReadStatement | undefined> {
  const first = lines.map(({ day }) => day).sort()[0];
  const since = new Date(Date.parse(first ?? "2000-01-01") - daysBefore * 86_400_000);
  const amounts = [...new Set(lines.map(({ cents }) => Math.abs(cents)))];
  const rows = await listMatchedPayouts(db, { since, amounts });
  if (!rows) return undefined;
  const payouts = rows.flatMap((row) => toMatched(row) ?? []);
  const { proposals, known } = matchLines(lines, payouts, { isWhole });
  const { shown, left } = selectShown(lines, proposals);
  const kept = [...new Set(shown.map(({ line }) => line))];
  const placeOf = new Map(kept.map((line, place) => [line, place]));
  return {
    lines: kept.flatMap((at) => lines[at] ?? []),
    proposals: shown.map((proposal) => ({ ...proposal, line: placeOf.get(proposal.line) ?? -1 })),
    known,
    unrelated: lines.length - proposals.length - known,
    left,
    rows: new Map(rows.map((row) => [row.id, row])),
  };
}

export function describeStatement(
  { lines, proposals, known, unrelated, left, rows }: ReadStatement,
  notes: StatementNotes,
) {
  const lineOf = (at: number) => {
    const line = lines[at];
    return {
      day: formatChartDay((line?.day ?? "") as Day),
      amount: formatMoney(line?.cents ?? 0, "BRL"),
      text: line?.text ?? "",
    };
  };
  const payoutOf = (line: number, id: string) => {
    const row = rows.get(id);
    return {
      tick: writeTick({ line, payoutId: id }),
      name: row?.payee_name ?? "",
      amount: formatMoney(row?.amount_cents ?? 0, "BRL"),
      batch: row ? formatDateTime(row.created_at) : "",
      batchId: row?.batch_id ?? "",
      id,
    };
  };
  const certain = proposals.flatMap((one) => ("certain" in one && one.certain ? [one] : []));
  const doubtful = proposals.flatMap((one) => ("certain" in one && !one.certain ? [one] : []));
  const noted = (kind: "otherAmount" | "paidAgain") =>
    proposals.flatMap((one) =>
      one.kind === kind
        ? [{ ...lineOf(one.line), line: one.line, payout: payoutOf(one.line, one.payoutId) }]
        : [],
    );
  const shown = (kind: "paid" | "returned") =>
    certain
      .filter((one) => one.kind === kind)
      .map((one) => ({ ...lineOf(one.line), by: one.by, payout: payoutOf(one.line, one.payoutId) }));
  return {
    carried: writeCarriedLines(lines),
    known,
    unrelated,
    left,
    notes,
    paid: shown("paid"),
    returned: shown("returned"),
    doubtful: doubtful.map((one) => ({
      ...lineOf(one.line),
      line: one.line,
      kind: one.kind,
      candidates: one.candidates.map((id) => payoutOf(one.line, id)),
    })),
    otherAmount: noted("otherAmount"),
    paidAgain: noted("paidAgain"),
  };
}

export async function compareWithBooks(
  db: Db,
  { closingBalanceCents, closingDay }: Pick<BankStatement, "closingBalanceCents" | "closingDay">,
): Promise<ComparedBalance | undefined> {
  if (closingBalanceCents === undefined || closingDay === undefined) return undefined;
  return compareClosingBalance(closingBalanceCents, closingDay, await sumBank(db, endOfDay(closingDay)));
}

export type ShownStatement = ReturnType<typeof describeStatement> & { balance?: ComparedBalance | undefined };

/** About ten thousand movements. */
export const statementMaxBytes = 4 * 1024 * 1024;

/** Oldest first; undefined if neither OFX nor CSV. */
export function readStatement(bytes: Uint8Array): BankStatement | undefined {
  const text = decodeText(bytes);
  const statement = parseOfx(text) ?? parseStatementCsv(text);
  if (!statement) return undefined;
  const lines = identifyLines(statement.lines).sort((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : 0,
  );
  return { ...statement, lines };
}

export type Received = { ok: true; statement: BankStatement } | { ok: false; error: MessageKey };

type ReceivedFile = { ok: true; bytes: Buffer } | { ok: false; error: MessageKey };

/** Into memory; it is not stored. */
export async function receiveFile(request: Request): Promise<ReceivedFile> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    await readMultipart(request, {
      // One more byte shows that a file is too large.
      fileMaxBytes: statementMaxBytes + 1,
      maxFiles: 1,
      onFile: async ({ field, body }) => {
        if (field !== "file") return;
        for await (const chunk of body as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          chunks.push(chunk);
        }
      },
    });
  } catch (error) {
    if (!(error instanceof BrokenForm)) throw error;
    return { ok: false, error: "bankStatement.fileBroken" };
  }
  if (bytes === 0) return { ok: false, error: "bankStatement.fileMissing" };
  if (bytes > statementMaxBytes) return { ok: false, error: "bankStatement.fileTooLarge" };
  return { ok: true, bytes: Buffer.concat(chunks) };
}

export async function receiveStatement(request: Request): Promise<Received> {
  const received = await receiveFile(request);
  if (!received.ok) return received;
  const statement = readStatement(received.bytes);
  if (!statement) return { ok: false, error: "bankStatement.fileUnknown" };
  if (statement.foreignCurrency !== undefined) return { ok: false, error: "bankStatement.fileForeign" };
  if (statement.isTooLong) return { ok: false, error: "bankStatement.fileTooLong" };
  return { ok: true, statement };
}
