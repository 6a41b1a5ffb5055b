import type { Actor } from "~/features/audit/actor.server";
import { insertAuditEntry } from "~/features/audit/audit.queries.server";
import { postMail } from "~/features/mails/post-mail.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { maskDetails } from "../payouts/masked-detail";
import type { StoredDetails } from "../payouts/payee";
import type { PayoutForm } from "../payouts/payout-form";
import { saveTaxId } from "../taxes/stored-tax-id.server";
import type { TaxId } from "../taxes/tax-id.server";
import {
  cancelChange,
  findLastChange,
  hasEarned,
  insertChange,
  lockPayoutSettings,
  updatePayoutSettings,
} from "./details.queries.server";
import { type DetailsChange, decideChange, isHeld } from "./details-hold";
import { applyForm } from "./stored-details";

type Needs = Pick<Services, "db" | "clock">;

interface PayoutSettings {
  form: PayoutForm;
  /** Undefined keeps the stored one. */
  taxId?: TaxId | undefined;
}

/**
 * Stores how a creator wants to be paid, and a CPF or CNPJ that was typed: both or, when it throws, neither. Another destination is held for 48 hours and recorded in the history and the
 * audit log, and the owner gets a mail; the destination in force cancels a change that is held. Throws where the creator has no profile.
 */
export async function savePayoutDetails(
  { db, clock, secretBox }: Needs & Pick<Services, "secretBox">,
  by: Actor,
  { form, taxId }: PayoutSettings,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (taxId) await saveTaxId(trx, secretBox, { userId: by.userId, taxId });
    const { saved, last } = await lockDetails(trx, by.userId);
    const now = clock();
    const chosen = applyForm(saved, form);
    const earned = await hasEarned(trx, by.userId);
    const decision = decideChange({ saved, chosen, last, hasEarned: earned, now });
    await updatePayoutSettings(trx, by.userId, chosen);
    if (decision.kind === "same") return;
    if (last && isHeld(last, now)) await cancelChange(trx, { id: last.id, now });
    if (decision.kind === "cancel") {
      await recordChange(trx, by, "payoutDetailsCancelled", saved, chosen);
      if (last) await postChangeMail(trx, by, "payoutDetailsCancelled", last.id);
      return;
    }
    const { replaced, effectiveAt } = decision;
    const id = await insertChange(trx, { creatorId: by.userId, replaced, chosen, now, effectiveAt });
    await recordChange(trx, by, "payoutDetailsChanged", replaced, chosen);
    await postChangeMail(trx, by, "payoutDetailsChanged", id);
  });
}

/**
 * Cancels the change that is held: the details that it would replace are saved again. Returns false where none is held
 * any more.
 */
export async function cancelHeldDetails({ db, clock }: Needs, by: Actor): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { saved, last } = await lockDetails(trx, by.userId);
    const now = clock();
    if (!last || !isHeld(last, now)) return false;
    await updatePayoutSettings(trx, by.userId, last.replaced);
    await cancelChange(trx, { id: last.id, now });
    await recordChange(trx, by, "payoutDetailsCancelled", saved, last.replaced);
    await postChangeMail(trx, by, "payoutDetailsCancelled", last.id);
    return true;
  });
}

async function lockDetails(
  trx: Db,
  creatorId: string,
): Promise<{ saved: StoredDetails; last: (DetailsChange & { id: number }) | undefined }> {
  const saved = await lockPayoutSettings(trx, creatorId);
  if (!saved) throw new Error("a creator without a profile has no payout details");
  return { saved, last: await findLastChange(trx, creatorId) };
}

type ChangeAction = "payoutDetailsChanged" | "payoutDetailsCancelled";

async function postChangeMail(trx: Db, { userId }: Actor, kind: ChangeAction, changeId: number) {
  await postMail(trx, { kind, key: `${kind}:${changeId}`, to: { userId }, facts: { changeId } });
}

async function recordChange(
  trx: Db,
  by: Actor,
  action: ChangeAction,
  from: StoredDetails,
  to: StoredDetails,
): Promise<void> {
  await insertAuditEntry(trx, by, {
    action,
    target: { kind: "account", id: by.userId, label: by.email },
    before: { paidTo: maskDetails(from) },
    after: { paidTo: maskDetails(to) },
  });
}
