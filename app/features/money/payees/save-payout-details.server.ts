import type { TaxId } from "~/features/base/form-fields/tax-id";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import {
  cancelChange,
  findLastChange,
  hasEarned,
  insertChange,
  lockPayoutSettings,
  updatePayoutSettings,
} from "./details.queries.server";
import { postDetailsMail, recordDetails, restoreDetails } from "./details-changes.server";
import { applyForm, type DetailsChange, decideChange, isHeld } from "./details-hold";
import type { StoredDetails } from "./payee";
import type { PayoutForm } from "./payout-form";
import { saveTaxId } from "./stored-tax-id.server";

type Needs = Pick<Services, "db" | "clock">;

interface PayoutSettings {
  form: PayoutForm;
  taxId?: TaxId | undefined;
}

/**
 * Stores payout details and a typed CPF or CNPJ: both or, if it throws, neither. Another destination is held for 48
 * hours, recorded and mailed to the owner; the destination in force cancels a held change. Throws without a creator
 * profile.
 */
export async function savePayoutDetails(
  { db, clock, secretBox }: Needs & Pick<Services, "secretBox">,
  by: Actor,
  { form, taxId }: PayoutSettings,
): Promise<{ heldUntil: Date | undefined }> {
  return db.transaction().execute(async (trx) => {
    const { userId } = by;
    if (taxId) await saveTaxId(trx, secretBox, { userId, taxId });
    const { saved, last } = await lockDetails(trx, userId);
    const now = clock();
    const chosen = applyForm(saved, form);
    const earned = await hasEarned(trx, userId);
    const decision = decideChange({ saved, chosen, last, hasEarned: earned, now });
    await updatePayoutSettings(trx, userId, chosen);
    if (decision.kind === "same") return { heldUntil: undefined };
    if (last && isHeld(last, now)) await cancelChange(trx, { id: last.id, now });
    if (decision.kind === "cancel") {
      await recordDetails(trx, by, "payoutDetailsCancelled", saved, chosen);
      if (last)
        await postDetailsMail(trx, { kind: "payoutDetailsCancelled", userId, changeId: last.id, now });
      return { heldUntil: undefined };
    }
    const { replaced, effectiveAt } = decision;
    const id = await insertChange(trx, { creatorId: userId, replaced, chosen, now, effectiveAt });
    await recordDetails(trx, by, "payoutDetailsChanged", replaced, chosen);
    await postDetailsMail(trx, { kind: "payoutDetailsChanged", userId, changeId: id, now });
    return { heldUntil: effectiveAt > now ? effectiveAt : undefined };
  });
}

/** Restores the details before the held change. Returns false if none is held any more. */
export async function cancelHeldDetails({ db, clock }: Needs, by: Actor): Promise<boolean> {
  return db.transaction().execute((trx) => restoreDetails(trx, by, clock()));
}

async function lockDetails(
  trx: Db,
  creatorId: string,
): Promise<{ saved: StoredDetails; last: (DetailsChange & { id: number }) | undefined }> {
  const saved = await lockPayoutSettings(trx, creatorId);
  if (!saved) throw new Error("a creator without a profile has no payout details");
  return { saved, last: await findLastChange(trx, creatorId) };
}
