import { deleteOldVisits } from "~/features/orders/coupons/visits.queries.server";
import { closeOldUnpublished } from "~/features/studio/uploads/unpublished.queries.server";
import { unpublishedKeptDays } from "~/features/studio/uploads/upload-limits";
import { dayOf } from "~/i18n/days";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import {
  accessMonths,
  daysBefore,
  eventBodyMonths,
  expiredLinkDays,
  guestMonths,
  mailMonths,
  monthsBefore,
  payeeDays,
  rowsPerStep,
  stepsPerRound,
  taxIdMonths,
  visitMonths,
} from "./retention";
import {
  deleteExpiredResets,
  deleteOldAccesses,
  deleteOldMails,
  deleteOldTaxIds,
  emptyOldEvents,
  emptyOldPayees,
  forgetOldAudit,
  forgetOldGifts,
  forgetOldGuests,
} from "./retention.queries.server";

/** Removes personal data whose retention has ended. Idempotent. */
export async function forgetOld({ db, clock, log }: Pick<Services, "db" | "clock" | "log">): Promise<void> {
  const now = clock();
  const limit = rowsPerStep;
  const rules = {
    "bodies of payment events": () =>
      emptyOldEvents(db, { before: monthsBefore(now, eventBodyMonths), limit }),
    "recovery links": () => deleteExpiredResets(db, { before: daysBefore(now, expiredLinkDays), limit }),
    mails: () => deleteOldMails(db, { before: monthsBefore(now, mailMonths), limit }),
    "whom gifts were for": () => forgetOldGifts(db, { before: monthsBefore(now, guestMonths), limit }),
    "addresses of guests": () => forgetOldGuests(db, { before: monthsBefore(now, guestMonths), limit }),
    "accesses to videos": () => deleteOldAccesses(db, { before: monthsBefore(now, accessMonths), limit }),
    "unpublished videos": () =>
      closeOldUnpublished(db, { before: daysBefore(now, unpublishedKeptDays), now, limit }),
    "tax numbers": () => deleteOldTaxIds(db, { before: monthsBefore(now, taxIdMonths), limit }),
    "payees of erased creators": () => emptyOldPayees(db, { before: daysBefore(now, payeeDays), limit }),
    "sums of visits": () => deleteOldVisits(db, { before: dayOf(monthsBefore(now, visitMonths)), limit }),
    "audit entries": () => forgetOldAudit(db, limit),
  };
  const apply = async ([what, forget]: [string, () => Promise<number>]) => {
    const rows = await repeat(forget);
    if (rows > 0) log.info({ what, rows }, "personal data reached the end of its retention");
  };
  await tryEach(Object.entries(rules), apply, {
    onFailure: (error, [what]) => log.error({ err: error, what }, "personal data could not be removed"),
  });
}

async function repeat(step: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (let round = 0; round < stepsPerRound; round += 1) {
    const changed = await step();
    sum += changed;
    if (changed === 0) break;
  }
  return sum;
}
