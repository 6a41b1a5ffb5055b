import { formatDateTime } from "~/features/base/form-fields/dates";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { findOwnExport } from "./download-requests.queries.server";
import { listWaits } from "./erase-account.server";
import { findErasure } from "./erasures.queries.server";
import { isBeingMade } from "./make-download.server";
import { daysBefore, downloadDays } from "./retention";

export type OwnDataView = Awaited<ReturnType<typeof showOwnData>>;

/** Returns the state of a person's download and of the erasure of their account, as the page shows them. */
export async function showOwnData(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: string,
  locale: Locale,
) {
  const now = clock();
  const [own, erasure, waits] = await Promise.all([
    findOwnExport(db, userId),
    findErasure(db, userId),
    listWaits(db, userId),
  ]);
  const ready = own?.ready_at && own.ready_at > daysBefore(now, downloadDays) ? own : undefined;
  return {
    underWay: own !== undefined && isBeingMade(own, now),
    readyUntil: ready?.ready_at ? formatDateTime(daysBefore(ready.ready_at, -downloadDays), locale) : null,
    erasure: erasure
      ? { begun: erasure.begun_at !== null, due: formatDateTime(erasure.due_at, locale) }
      : null,
    waits,
  };
}
