import { type PayoutNeeds, returnPayout } from "~/features/money/payouts/settle-payout.server";
import { runWithoutDeadline } from "~/integrations/request-deadline";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import type { BankLine } from "./bank-line";
import { proposeStatement, type ReadStatement } from "./propose-statement.server";
import { type RecordedTogether, settlePayouts } from "./settle-payouts.server";
import type { Tick } from "./statement-lines";

export type Confirmed =
  /** `batchId`: undefined if the ticked payouts are of several batches. */
  | { ok: true; done: RecordedTogether; batchId: string | undefined }
  /** `oneEach`: a line ticked for two payouts, or a payout for two lines. */
  | { ok: false; error: "nothingTicked" | "oneEach" | "tooManyPayouts" };

/**
 * Records the ticked payouts as paid, then the returned ones, each audited separately. Matches the ticks again with the
 * current payouts: what was recorded meanwhile is left out, so a repeat changes nothing.
 */
export async function confirmStatement(
  needs: PayoutNeeds & Pick<Services, "log">,
  { by, lines, ticks }: { by: Actor; lines: readonly BankLine[]; ticks: readonly Tick[] },
): Promise<Confirmed> {
  const read = await proposeStatement(needs.db, lines, { isWhole: false });
  if (!read) return { ok: false, error: "tooManyPayouts" };
  if (ticks.length === 0) return { ok: false, error: "nothingTicked" };
  const chosen = ticks.map((tick) => ({ ...tick, kind: findKind(read, lines, tick) }));
  const isRepeated = (keys: readonly string[]) => new Set(keys).size < keys.length;
  const known = chosen.filter(({ kind }) => kind !== undefined);
  if (
    isRepeated(ticks.map(({ line }) => String(line))) ||
    isRepeated(known.map(({ kind, payoutId }) => `${kind} ${payoutId}`))
  )
    return { ok: false, error: "oneEach" };
  const rowsOf = (kind: "paid" | "returned") =>
    known.flatMap((tick) => {
      const [row, line] = [read.rows.get(tick.payoutId), lines[tick.line]];
      return tick.kind === kind && row && line ? [{ row, line }] : [];
    });
  const paid = await settlePayouts(needs, {
    by,
    ends: rowsOf("paid").map(({ row, line }) => ({
      payout: row,
      end: { status: "paid", bankReference: line.reference },
    })),
  });
  const done: RecordedTogether = { settled: paid.settled, failures: [...paid.failures] };
  await runWithoutDeadline(async () => {
    for (const { row, line } of rowsOf("returned")) {
      const reason = `Devolvido pelo banco: ${line.text || line.reference}`.slice(0, 500);
      const payout = { by, batchId: row.batch_id, payoutId: row.id, reason };
      const returned = await returnPayout(needs, payout).catch((error: unknown) => {
        needs.log.error({ err: error, payoutId: row.id }, "a returned payout could not be recorded");
        return { ok: false, error: "failed" } as const;
      });
      if (returned.ok) done.settled += 1;
      else done.failures.push({ name: row.payee_name, error: returned.error });
    }
  });
  const batches = new Set(known.map(({ payoutId }) => read.rows.get(payoutId)?.batch_id));
  return { ok: true, done, batchId: batches.size === 1 ? [...batches][0] : undefined };
}

/** Undefined if the statement does not propose it (any more). */
function findKind(
  { proposals, lines }: ReadStatement,
  all: readonly BankLine[],
  { line, payoutId }: Tick,
): "paid" | "returned" | undefined {
  const proposal = proposals.find((one) => lines[one.line] === all[line]);
  if (!proposal || !("certain" in proposal)) return undefined;
  const ids = proposal.certain ? [proposal.payoutId] : proposal.candidates;
  return ids.includes(payoutId) ? proposal.kind : undefined;
}
