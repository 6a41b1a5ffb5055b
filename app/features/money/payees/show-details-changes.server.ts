import { formatDateTime } from "~/features/base/form-fields/dates";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { findPayoutSettings, listChanges } from "./details.queries.server";
import { decidePayeeAt, holdHours, isHeld } from "./details-hold";
import { maskDetails } from "./masked-detail";
import type { StoredDetails } from "./payee";

/**
 * Returns a creator's last changes of payout details, newest first and masked, and the one that is held with where
 * payouts go meanwhile.
 */
export async function showDetailsChanges(
  db: Db,
  { creatorId, now, locale }: { creatorId: string; now: Date; locale?: Locale },
) {
  const [saved, changes] = await Promise.all([findPayoutSettings(db, creatorId), listChanges(db, creatorId)]);
  return describeDetailsChanges({ saved, changes }, { now, locale });
}

/** As `showDetailsChanges`, of what was read before. */
export function describeDetailsChanges(
  { saved, changes }: { saved: StoredDetails | undefined; changes: Awaited<ReturnType<typeof listChanges>> },
  { now, locale }: { now: Date; locale?: Locale | undefined },
) {
  const last = changes.find(({ cancelledAt }) => cancelledAt === null);
  return {
    held:
      saved && isHeld(last, now)
        ? {
            until: formatDateTime(last.effectiveAt, locale),
            hours: holdHours,
            /** Null while nothing can be paid. */
            paidTo: decidePayeeAt({ ...saved, full_name: "-", suspended: false }, last, now).ok
              ? maskDetails(last.replaced)
              : null,
          }
        : null,
    changes: changes.map((change) => ({
      id: change.id,
      date: formatDateTime(change.changedAt, locale),
      from: maskDetails(change.replaced),
      to: maskDetails(change.chosen),
      ...describeState(change, now, locale),
    })),
  };
}

function describeState(
  change: Awaited<ReturnType<typeof listChanges>>[number],
  now: Date,
  locale: Locale | undefined,
) {
  if (change.cancelledAt)
    return { state: "cancelled", since: formatDateTime(change.cancelledAt, locale) } as const;
  return {
    state: isHeld(change, now) ? "held" : "inForce",
    since: formatDateTime(change.effectiveAt, locale),
  } as const;
}

export type DetailsView = ReturnType<typeof describeDetailsChanges>;
