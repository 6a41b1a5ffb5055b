import { sql } from "kysely";
import { readSpan } from "~/features/base/form-fields/days.queries.server";
import { decidePeopleSearch } from "~/features/base/form-fields/people-search";
import { toStorableJson } from "~/integrations/storable-text";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import type { Actor } from "~/platform/session/actor.server";
import type { AuditAction, AuditFacts, AuditFilters, AuditTargetKind } from "./audit-actions";

export interface AuditEntry {
  action: AuditAction;
  target: { kind: AuditTargetKind; id: string; label: string };
  before?: AuditFacts;
  after?: AuditFacts;
  reason?: string;
}

/** In characters: the column's limit. */
const labelMaxLength = 500;

/** Adds an audit entry in the transaction of the change itself. */
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
      before: before ? sql`${toStorableJson(before)}::jsonb` : null,
      after: after ? sql`${toStorableJson(after)}::jsonb` : null,
      reason: entry.reason || null,
    })
    .execute();
}

interface EntryQuery {
  action: AuditAction;
  actorId: string;
  targetId: string;
  after: AuditFacts;
  since: Date;
}

/** Whether the action is recorded with these values after it. */
export async function hasEntrySince(db: Db, { action, since, ...query }: EntryQuery): Promise<boolean> {
  const row = await db
    .selectFrom("audit_entries")
    .select("id")
    .where("action", "=", action)
    .where("created_at", ">", since)
    .where("actor_id", "=", query.actorId)
    .where("target_id", "=", query.targetId)
    .where(sql<boolean>`after = ${toStorableJson(query.after)}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

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

export const auditEntriesPerPage = 25;

type EntriesPage = AuditFilters & { after?: Cursor | undefined; limit: number };

/** Undefined if the search is too short for the index. */
export function selectFoundEntries(db: Db, { search, action, span, after, limit }: EntriesPage) {
  const match = decidePeopleSearch(search);
  if (match.by === "tooShort") return undefined;
  const { condition, order } = readSpan("audit_entries", span, after);
  const query = db
    .selectFrom("audit_entries")
    .select(["audit_entries.id", "audit_entries.created_at"])
    .where(condition)
    .orderBy(order)
    .limit(limit);
  const acted = action ? query.where("action", "=", action) : query;
  return match.by === "pattern"
    ? acted.where(sql<boolean>`search_text LIKE fold_text(${match.pattern})`)
    : acted;
}

export async function listAuditEntries(db: Db, query: EntriesPage) {
  const rows = await selectFoundEntries(db, query)
    ?.select(["actor_email", "address", "browser", "action", "target_kind", "target_id", "target_label"])
    .select(["reason", "before", "after"])
    .$narrowType<{ action: AuditAction; target_kind: AuditTargetKind }>()
    .execute();
  return (rows ?? []).map(({ before, after, ...row }) => ({
    ...row,
    before: before as AuditFacts | null,
    after: after as AuditFacts | null,
  }));
}
