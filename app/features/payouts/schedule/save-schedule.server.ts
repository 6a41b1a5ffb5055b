import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { Db } from "~/platform/db.server";
import type { Weekday } from "./payout-days";
import { lockPayoutWeekdays, updatePayoutWeekdays } from "./schedule.queries.server";

/** Sets the days on which payouts are made, with an audit entry. Days that are set already change nothing. */
export async function saveSchedule(db: Db, by: Actor, chosen: readonly Weekday[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = (await lockPayoutWeekdays(trx)).join(", ");
    const after = chosen.join(", ");
    if (before === after) return;
    await updatePayoutWeekdays(trx, chosen);
    await insertAuditEntry(trx, by, {
      action: "payoutScheduleChanged",
      target: { kind: "rule", id: "payoutDays", label: "payoutDays" },
      before: { weekdays: before || null },
      after: { weekdays: after || null },
    });
  });
}
