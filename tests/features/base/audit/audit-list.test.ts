/** The audit list by person, target, action and days, paged from its indexes. */
import { beforeAll, describe, expect, test } from "vitest";
import { auditEntriesPerPage, listAuditEntries } from "~/features/base/audit/audit.queries.server";
import { wholeSpan } from "~/features/base/form-fields/date-span";
import type { Db } from "~/platform/db.server";
import * as audit from "~/routes/admin/audit";
import { onServer } from "../../../../dev/postgres/on-server";
import { ask } from "../../../support/ask";
import { makeAdmin } from "../../../support/people";
import { readingOf } from "../../../support/query-plan";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const { services, ...rest } = await startTestWorld();
const world = { services, ...rest };
const { pool } = services;
const count = 6_000;
const admin = await makeAdmin(world);

/** Three entries per millisecond, every minute; one in six hundred is about Zuleica, and one is a suspension. */
beforeAll(async () => {
  await onServer(ownerUrlOf(services.env.DATABASE_URL), async (client) => {
    await client.query(
      `INSERT INTO audit_entries (created_at, actor_id, actor_email, action, target_kind, target_id, target_label)
       SELECT timestamptz '2026-03-01 12:00Z' - (n / 3) * interval '1 minute', gen_random_uuid(), 'helena@sabia.example',
         CASE n % 600 WHEN 7 THEN 'accountSuspended' ELSE 'saleRefunded' END, 'sale', gen_random_uuid(),
         CASE n % 600 WHEN 9 THEN 'Zuleica Ávila' ELSE 'Violão · aluno-' || n || '@sabia.example' END
       FROM generate_series(1, $1::int) AS n`,
      [count],
    );
    await client.query("ANALYZE audit_entries");
  });
}, 120_000);

const everything = { search: "", action: undefined, span: wholeSpan, limit: auditEntriesPerPage + 1 };

describe("the audit log reads from its index", () => {
  const page = auditEntriesPerPage + 1;
  const deep = { createdAt: new Date("2026-02-28T12:00:00Z"), id: crypto.randomUUID() };
  test.each([
    ["the first page", {}, "audit_entries_newest_idx", page],
    ["a deep page", { after: deep }, "audit_entries_newest_idx", page],
    ["some days", { span: { ...wholeSpan, to: "2026-02-28" } }, "audit_entries_newest_idx", page],
    ["a rare action", { action: "accountSuspended" }, "audit_entries_action_idx", 10],
    ["an action that never was", { action: "videoRestored" }, "audit_entries_action_idx", 0],
    ["a rare name, in any case, accents or not", { search: "ZULEICA AVILA" }, "audit_entries_search_idx", 10],
    ["a name that is nowhere", { search: "xyzzy" }, "audit_entries_search_idx", 0],
    ["who did nearly everything", { search: "helena@" }, "audit_entries_newest_idx", page],
  ] as const)("%s", async (_, asked, index, rows) => {
    const list = (db: Db) => listAuditEntries(db, { ...everything, ...asked });
    expect(await readingOf(pool, "audit_entries", list)).toEqual({ indexes: [index], rows });
  });
});

const list = async (query: string) => {
  const { data } = await ask(world, audit.loader, { path: `/admin/audit${query}`, cookie: admin.cookie });
  return data as {
    entries: { id: string; action: string; target: { label: string } }[];
    next?: string;
    asked: { problems: Record<string, string> };
  };
};

test("pages without gaps or duplicates for any filter", async () => {
  for (const [query, expected] of [
    ["?q=zuleica", 10],
    ["?from=2026-02-28&to=2026-02-28&q=aluno-", 3 * 24 * 60],
  ] as const) {
    const seen = new Set<string>();
    let read = 0;
    let next: string | undefined = query;
    // Only the first ten pages of the long one.
    for (let turn = 0; next && turn < 10; turn += 1) {
      const page = await list(next.replace("/admin/audit", ""));
      for (const { id } of page.entries) seen.add(id);
      read += page.entries.length;
      next = page.next;
    }
    expect([seen.size, read]).toEqual([read, Math.min(expected, 10 * auditEntriesPerPage)]);
  }
});

test("invalid filters of the audit log have a message beside their field, and too short a search finds nothing", async () => {
  expect(await list("?from=amanha")).toMatchObject({ asked: { problems: { from: "badDay" } } });
  expect((await list("?q=a")).entries).toEqual([]);
  expect((await list("?action=explode")).entries).toHaveLength(auditEntriesPerPage);
  expect((await list("?action=accountSuspended")).entries.map(({ action }) => action)).toEqual(
    Array(10).fill("accountSuspended"),
  );
});
