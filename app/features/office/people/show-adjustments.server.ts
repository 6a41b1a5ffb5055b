import { formatDateTime } from "~/features/base/form-fields/dates";
import { findOwedCents, listAdjustments } from "~/features/ledger/ledger/adjustments.queries.server";
import { findCreator } from "~/features/office/people/people.queries.server";
import type { Services } from "~/platform/services";

/** How many adjustments of a creator are shown; the audit log has all. */
const adjustmentsShown = 50;

/** Returns a creator's name, balance in cents of BRL, and newest adjustments; undefined for no creator. */
export async function showAdjustments({ db }: Pick<Services, "db">, creatorId: string) {
  const creator = await findCreator(db, creatorId);
  if (!creator) return undefined;
  const adjustments = await listAdjustments(db, creatorId, adjustmentsShown);
  return {
    name: creator.full_name,
    balanceCents: await findOwedCents(db, creatorId),
    adjustments: adjustments.map(({ id, kind, amount_cents, reason, email, approver, created_at }) => ({
      id,
      kind,
      reason,
      email,
      approver,
      cents: kind === "debit" ? -amount_cents : amount_cents,
      date: formatDateTime(created_at),
    })),
  };
}

export type AdjustmentView = NonNullable<Awaited<ReturnType<typeof showAdjustments>>>["adjustments"][number];
