import { type SecondPersonProblem, secondPersonProblems } from "~/features/money/ledger/approvals";
import { txidOf } from "~/features/money/payees/payout-txid";
import { failedForm, paidByCodeForm, paidForm } from "~/features/money/payouts/settle-form";
import type { PayoutEnd, PayoutSettled } from "~/features/money/payouts/settle-payout.server";
import { pt } from "~/i18n/locales/pt";
import { lookUpText } from "~/i18n/look-up-text";
import type { MessageKey } from "~/i18n/message-key";
import { type FormProblem, parseFields, problemWith } from "~/platform/forms/forms.server";
import type { Flash } from "~/platform/session/flash.server";

type Refused = Extract<PayoutSettled, { ok: false }>["error"];

/** Why a settlement or a return was refused, apart from a payout that does not exist. */
export type SettleRefusal = Exclude<Refused, "notFound"> | "notPaid";

/** Returns the message of a refusal. */
export function describeRefusal(error: SettleRefusal): Flash {
  const problem = secondPersonProblems.find((known) => known === error);
  if (problem)
    return {
      tone: "error",
      title: "approvals.problemTitle",
      description: `approvals.problem.${problem}`,
    };
  return { tone: "error", title: `payouts.${error as Exclude<SettleRefusal, SecondPersonProblem>}` };
}

/** Payouts settled, or returned, by one form. */
export interface RecordedTogether {
  settled: number;
  failures: { name: string; error: Refused | "notPaid" | "failed" }[];
}

/**
 * Returns the message of payouts settled together: how many were, and the names of those that were not, with the
 * reason.
 */
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

/** Content of a message. */
const namesMaxLength = 290;

function explainRefusal(error: Refused | "notPaid" | "failed"): string {
  const isSecondPerson = secondPersonProblems.some((known) => known === error);
  const key: MessageKey = isSecondPerson
    ? "payouts.secondPerson"
    : `paying.refusals.${error as Exclude<typeof error, SecondPersonProblem>}`;
  return lookUpText(pt, key) ?? error;
}

type ParsedEnd = { ok: true; value: PayoutEnd } | { ok: false; problem: FormProblem };

/**
 * Parses how a payout ended. `byCode`: the id of a payout that was paid by its Pix code, whose txid is the reference
 * where none was typed.
 */
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
