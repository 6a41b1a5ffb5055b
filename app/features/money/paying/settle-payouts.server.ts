import { type SecondPersonProblem, secondPersonProblems } from "~/features/money/ledger/approvals";
import { txidOf, writePayoutCode } from "~/features/money/payees/payout-code.server";
import { listBatchPayouts, type PayoutRow } from "~/features/money/payouts/batches.queries.server";
import { failedForm, maxInBatch, paidByCodeForm, paidForm } from "~/features/money/payouts/payout-form-rules";
import {
  type PayoutEnd,
  type PayoutNeeds,
  type PayoutSettled,
  settlePayout,
} from "~/features/money/payouts/settle-payout.server";
import { pt } from "~/i18n/locales/pt";
import type { MessageKey } from "~/i18n/message-key";
import { lookUpText } from "~/i18n/texts";
import { runWithoutDeadline } from "~/integrations/request-deadline";
import type { Db } from "~/platform/db.server";
import { type FormProblem, parseFields, problemWith } from "~/platform/forms/forms.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import type { Flash } from "~/platform/session/cookies.server";
import { plainCode } from "~/ui/forms/plain-code";

/** For a full batch's ids and as many of the longest references. */
export const settleFormMaxBytes = 256 * 1024;

type Chosen =
  | { ok: true; ends: { payout: PayoutRow; end: PayoutEnd }[] }
  | { ok: false; error: "notFound" }
  | { ok: false; field: "form" | "reference"; error: MessageKey };

/**
 * Decides the outcome of a batch's marked payouts, paid with their references (`decideReferences`). `payoutIds`: in
 * table order. `notFound` if one is of another batch.
 */
export async function chooseMarked(
  db: Db,
  { batchId, payoutIds, typed }: { batchId: string; payoutIds: readonly string[]; typed: string },
): Promise<Chosen> {
  if (payoutIds.length === 0) return { ok: false, field: "form", error: "paying.nothingMarked" };
  const rows = await listBatchPayouts(db, { batchId, after: undefined, limit: maxInBatch });
  const known = new Map(rows.map((row) => [row.id, row]));
  const payouts: PayoutRow[] = [];
  for (const id of new Set(payoutIds)) {
    const payout = known.get(id);
    if (!payout) return { ok: false, error: "notFound" };
    payouts.push(payout);
  }
  const decided = decideReferences(
    typed,
    // A repeated form finds its payouts settled: then they have no code.
    payouts.map((payout) => ({
      id: payout.id,
      txid: writePayoutCode({ ...payout, status: "prepared" }) && txidOf(payout.id),
    })),
  );
  if (!decided.ok) return { ok: false, field: "reference", error: decided.error };
  return {
    ok: true,
    ends: payouts.map((payout) => ({
      payout,
      end: { status: "paid", bankReference: decided.references.get(payout.id) ?? "" },
    })),
  };
}

interface NamedFailure {
  payoutId: string;
  name: string;
  /** `failed`: could not be recorded; the others could. */
  error: Extract<PayoutSettled, { ok: false }>["error"] | "failed";
}

interface SettledTogether {
  /** Now, or in the same way before. */
  settled: number;
  failures: NamedFailure[];
}

/**
 * Settles payouts one by one, each in its own transaction: a failure does not affect the others, and a repeat changes
 * nothing. Has no deadline, because 500 payouts take longer than a page; after a crash the rest are unpaid and the form
 * can be sent again.
 */
export async function settlePayouts(
  needs: PayoutNeeds & Pick<Services, "log">,
  {
    by,
    ends,
  }: {
    by: Actor;
    ends: readonly { payout: Pick<PayoutRow, "id" | "batch_id" | "payee_name">; end: PayoutEnd }[];
  },
): Promise<SettledTogether> {
  return runWithoutDeadline(async () => {
    const done: SettledTogether = { settled: 0, failures: [] };
    for (const { payout, end } of ends) {
      const command = { by, batchId: payout.batch_id, payoutId: payout.id, end };
      const settled = await settlePayout(needs, command).catch((error: unknown) => {
        needs.log.error({ err: error, payoutId: payout.id }, "a payout could not be settled");
        return { ok: false, error: "failed" } as const;
      });
      if (settled.ok) done.settled += 1;
      else done.failures.push({ payoutId: payout.id, name: payout.payee_name, error: settled.error });
    }
    return done;
  });
}

const referenceMaxLength = 100;

export interface Referenced {
  id: string;
  txid: string | undefined;
}

type References =
  /** By payout id. */
  | { ok: true; references: Map<string, string> }
  | { ok: false; error: "paying.referenceCount" | "paying.referenceMissing" | "paying.referenceTooLong" };

/** `typed`: empty (each payout's txid), one line for all, or one line each, in their order. */
export function decideReferences(typed: string, payouts: readonly Referenced[]): References {
  const lines = typed
    .split(/\r\n|\r|\n/)
    .map(plainCode)
    .filter((line) => line !== "");
  if (lines.some((line) => line.length > referenceMaxLength))
    return { ok: false, error: "paying.referenceTooLong" };
  if (lines.length > 1 && lines.length !== payouts.length)
    return { ok: false, error: "paying.referenceCount" };
  const references = new Map<string, string>();
  for (const [at, { id, txid }] of payouts.entries()) {
    const reference = (lines.length > 1 ? lines[at] : lines[0]) ?? txid;
    if (reference === undefined) return { ok: false, error: "paying.referenceMissing" };
    references.set(id, reference);
  }
  return { ok: true, references };
}

type Refused = Extract<PayoutSettled, { ok: false }>["error"];

type SettleRefusal = Exclude<Refused, "notFound"> | "notPaid";

export function describeRefusal(error: SettleRefusal): Flash {
  const problem = secondPersonProblems.find((known) => known === error);
  if (problem)
    return { tone: "error", title: "approvals.problemTitle", description: `approvals.problem.${problem}` };
  return { tone: "error", title: `payouts.${error as Exclude<SettleRefusal, SecondPersonProblem>}` };
}

export interface RecordedTogether {
  settled: number;
  failures: { name: string; error: Refused | "notPaid" | "failed" }[];
}

export function describeTogether({ settled, failures }: RecordedTogether): Flash {
  if (failures.length === 0)
    return {
      tone: "success",
      title: settled === 1 ? "paying.settledOne" : "paying.settledNow",
      values: { count: String(settled) },
    };
  const named = failures.map(({ name, error }) => `${name} (${explainRefusal(error)})`).join(", ");
  const failed = named.length > namesMaxLength ? `${named.slice(0, namesMaxLength)}…` : named;
  return {
    tone: "error",
    title: "paying.settledSome",
    description: "paying.settledSomeHint",
    values: { count: String(settled), failed },
  };
}

const namesMaxLength = 290;

function explainRefusal(error: Refused | "notPaid" | "failed"): string {
  const isSecondPerson = secondPersonProblems.some((known) => known === error);
  const key: MessageKey = isSecondPerson
    ? "payouts.secondPerson"
    : `paying.refusals.${error as Exclude<typeof error, SecondPersonProblem>}`;
  return lookUpText(pt, key) ?? error;
}

type ParsedEnd = { ok: true; value: PayoutEnd } | { ok: false; problem: FormProblem };

/** `byCode`: a payout paid by its Pix code, whose txid is the default reference. */
export function parseEnd(fields: Record<string, string>, byCode?: string): ParsedEnd {
  if (fields.intent === "paid" && byCode !== undefined) {
    const form = parseFields(paidByCodeForm, fields);
    if (!form.ok) return form;
    return { ok: true, value: { status: "paid", bankReference: form.value.bankReference || txidOf(byCode) } };
  }
  if (fields.intent === "paid") {
    const form = parseFields(paidForm, fields);
    return form.ok ? { ok: true, value: { status: "paid", ...form.value } } : form;
  }
  if (fields.intent === "failed") {
    const form = parseFields(failedForm, fields);
    return form.ok ? { ok: true, value: { status: "failed", ...form.value } } : form;
  }
  return { ok: false, problem: problemWith(fields, { form: "common.checkFields" }) };
}
