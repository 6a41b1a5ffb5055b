import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry, nameSale } from "~/features/base/audit/audit.queries.server";
import type { EvidenceTexts } from "~/integrations/payments/payments";
import { PaymentsRefused, PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Services } from "~/platform/services";
import { endAnswer, findDisputeFacts, reopenAnswer, stageAnswer } from "./disputes.queries.server";

export type Answered =
  | { ok: true }
  /**
   * `over`: submitted, accepted or decided before. `unavailable`: the provider cannot be reached. `refused`: it says
   * no.
   */
  | { ok: false; error: "notFound" | "over" | "unavailable" | "refused" };

type Needs = Pick<Services, "db" | "payments" | "log">;

interface Answer {
  disputeId: string;
  by: Actor;
  texts: EvidenceTexts;
}

/** Stores the texts, here and at the provider, without handing them to the bank. */
export async function stageDispute(services: Needs, { disputeId, by, texts }: Answer): Promise<Answered> {
  const { db, payments } = services;
  if (!(await findDisputeFacts(db, disputeId))) return { ok: false, error: "notFound" };
  if (!(await stageAnswer(db, { disputeId, texts, by: by.userId, now: by.at })))
    return { ok: false, error: "over" };
  return ask(services, disputeId, () =>
    payments.answerDispute(disputeId, { evidence: texts, submit: false }),
  );
}

/**
 * Hands the texts to the bank, once: it is recorded first, so that of two presses one is refused, and taken back where
 * the provider does not take it.
 */
export async function submitDispute(services: Needs, answer: Answer): Promise<Answered> {
  const { db, payments } = services;
  const { disputeId, by, texts } = answer;
  if (!(await findDisputeFacts(db, disputeId))) return { ok: false, error: "notFound" };
  if (!(await stageAnswer(db, { disputeId, texts, by: by.userId, now: by.at })))
    return { ok: false, error: "over" };
  return end(services, { disputeId, by, as: "submitted" }, () =>
    payments.answerDispute(disputeId, { evidence: texts, submit: true }),
  );
}

/** Accepts a dispute: the money stays with the buyer. The provider's event settles the sale. */
export async function acceptDispute(
  services: Needs,
  { disputeId, by }: Omit<Answer, "texts">,
): Promise<Answered> {
  const { db, payments } = services;
  const facts = await findDisputeFacts(db, disputeId);
  if (!facts) return { ok: false, error: "notFound" };
  if (facts.status === "lost" || facts.status === "released") return { ok: false, error: "over" };
  if (!facts.texts) await stageAnswer(db, { disputeId, texts: {}, by: by.userId, now: by.at });
  return end(services, { disputeId, by, as: "accepted" }, () => payments.acceptDispute(disputeId));
}

async function end(
  services: Needs,
  { disputeId, by, as }: { disputeId: string; by: Actor; as: "submitted" | "accepted" },
  tell: () => Promise<unknown>,
): Promise<Answered> {
  const { db } = services;
  const recorded = await db.transaction().execute(async (trx) => {
    if (!(await endAnswer(trx, { disputeId, as, by: by.userId, now: by.at }))) return false;
    const facts = await findDisputeFacts(trx, disputeId);
    await insertAuditEntry(trx, by, {
      action: as === "submitted" ? "disputeSubmitted" : "disputeAccepted",
      target: await nameSale(trx, facts?.sale_id ?? ""),
      after: { amountCents: facts?.amount_cents ?? null },
    });
    return true;
  });
  if (!recorded) return { ok: false, error: "over" };
  const told = await ask(services, disputeId, tell);
  if (!told.ok) await reopenAnswer(db, disputeId);
  return told;
}

async function ask(
  { log }: Needs,
  disputeId: string,
  tell: () => Promise<unknown>,
): Promise<{ ok: true } | { ok: false; error: "unavailable" | "refused" }> {
  try {
    await tell();
    return { ok: true };
  } catch (error) {
    if (error instanceof PaymentsRefused) {
      log.warn({ err: error, disputeId }, "the provider refused an answer to a dispute");
      return { ok: false, error: "refused" };
    }
    if (error instanceof PaymentsUnavailable) return { ok: false, error: "unavailable" };
    throw error;
  }
}
