import type { Actor } from "~/features/base/audit/actor.server";
import { hasEntrySince, insertAuditEntry, nameSale } from "~/features/base/audit/audit.queries.server";
import type { EvidenceFileField } from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";
import { findDisputedSale } from "./disputes.queries.server";

/** In milliseconds: the page of a dispute shows its pictures again each time that it is loaded. */
const recordedAgainAfterMs = 10 * 60_000;

/**
 * Records that an administrator opened a file of a dispute's answer: which file, of which sale. Once in ten minutes for
 * each administrator and file.
 */
export async function recordOpenedFile(
  db: Db,
  { disputeId, field, by }: { disputeId: string; field: EvidenceFileField; by: Actor },
): Promise<void> {
  const saleId = await findDisputedSale(db, disputeId);
  const action = "disputeFileOpened";
  const after = { file: field };
  const since = new Date(by.at.getTime() - recordedAgainAfterMs);
  if (await hasEntrySince(db, { action, actorId: by.userId, targetId: saleId, after, since })) return;
  await insertAuditEntry(db, by, { action, target: await nameSale(db, saleId), after });
}
