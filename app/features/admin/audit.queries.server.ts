import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import type { Actor } from "./actor.server";
import type { AuditAction, AuditFacts, AuditTargetKind } from "./audit-actions";

export interface AuditEntry {
  action: AuditAction;
  target: { kind: AuditTargetKind; id: string; label: string };
  before?: AuditFacts;
  after?: AuditFacts;
  reason?: string;
}

/** The longest label kept, in characters: the table's limit. */
const labelMaxLength = 500;

/** Adds to the audit trail, within the transaction of what was done: both are there, or neither. */
export async function insertAuditEntry(db: Db, actor: Actor, entry: AuditEntry): Promise<void> {
  const { target, before, after } = entry;
  await db
    .insertInto("audit_entries")
    .values({
      created_at: actor.at,
      actor_id: actor.userId,
      actor_email: actor.email,
      address: actor.address,
      browser: actor.browser,
      action: entry.action,
      target_kind: target.kind,
      target_id: target.id.slice(0, 200),
      target_label: target.label.slice(0, labelMaxLength) || target.id.slice(0, 200),
      before: before ? sql`${JSON.stringify(before)}::jsonb` : null,
      after: after ? sql`${JSON.stringify(after)}::jsonb` : null,
      reason: entry.reason || null,
    })
    .execute();
}

/** How a sale is named in the trail: by its video and its buyer. */
export async function nameSale(db: Db, saleId: string): Promise<AuditEntry["target"]> {
  const sale = await db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .innerJoin("users", "users.id", "sales.consumer_id")
    .select(["videos.title", "users.email"])
    .where("sales.id", "=", saleId)
    .executeTakeFirst();
  return { kind: "sale", id: saleId, label: sale ? `${sale.title} · ${sale.email}` : saleId };
}
