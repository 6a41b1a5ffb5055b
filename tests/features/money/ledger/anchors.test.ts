/** Anchors outside the database: what was posted cannot be changed later, even by the owner, without being named. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import {
  anchorDay,
  auditAll,
  findNewestAnchor,
  listAnchors,
  listChangedDays,
} from "~/features/money/ledger/ledger-proof.queries.server";
import { anchorLedger, readStoredAnchors } from "~/features/money/ledger/prove-ledger.server";
import { checkAnchor } from "../../../../migrations/tools/check-anchor";
import { openAsOwner } from "../../../support/as-owner";
import { inRolledBack } from "../../../support/proofs";
import { actorOf, addCreator, addSaleOf } from "../../../support/rows";
import { ownerUrlOf } from "../../../support/test-database";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db, storage } = services;
const owner = await openAsOwner(db);
const folder = mkdtempSync(join(tmpdir(), "sabia-anchors-"));
afterAll(() => rmSync(folder, { recursive: true }));

const creatorId = await addCreator(db);
let ownerUrl: string;
const sell = () => addSaleOf(db, creatorId, { now: services.clock() });

/** Moves existing anchors a number of days into the past, because the database's clock cannot be moved. */
async function passDays(days: number): Promise<void> {
  await owner.transaction().execute(async (trx) => {
    const kept = await listAnchors(trx);
    await sql`DELETE FROM ledger_anchors`.execute(trx);
    for (const { day, lastEntry } of kept)
      await sql`INSERT INTO ledger_anchors (day, last_entry) VALUES (${day}::date - ${days}::int, ${lastEntry})`.execute(
        trx,
      );
    await sql`SELECT ledger_seal_days()`.execute(trx);
  });
}

const plant = (statements: string) =>
  owner.transaction().execute(async (trx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(trx);
    await sql.raw(statements).execute(trx);
  });

beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db);
  ownerUrl = ownerUrlOf(`postgres://host/${rows[0]?.name}`);
  await sell();
  await anchorDay(db);
  await passDays(1);
  await sell();
  await sell();
  await anchorDay(db);
  await passDays(1);
  await sell();
});

test("the entries of each day are hashed once and chained, in the database, the store and the mail", async () => {
  const key = await anchorLedger(services);
  await anchorLedger(services);
  const anchors = await listAnchors(db);
  expect(anchors.map(({ lines }) => Number(lines))).toEqual([3, 6, 3]);
  expect(new Set(anchors.map(({ chain }) => chain)).size).toBe(3);
  const object = await storage.open(key ?? "");
  const kept = object ? await text(object.body) : "";
  const chains = kept.trim().split("\n");
  expect(chains.map((line) => line.split(" ").at(-1))).toEqual(anchors.map(({ chain }) => chain));
  const newest = await findNewestAnchor(db);
  expect(newest?.chain).toBe(anchors[2]?.chain);
  expect(key).toBe(`ledger-anchors/${newest?.day}.txt`);
});

test("no later entry gets a number before the anchor of the day", async () => {
  const forged = sql`INSERT INTO ledger_entries (id, reason, sale_id, created_at) OVERRIDING SYSTEM VALUE
    SELECT 0, 'sale', id, paid_at FROM sales LIMIT 1`;
  await expect(forged.execute(db)).rejects.toMatchObject({ constraint: "ledger_entry_anchored" });
});

test("an anchor from a mail or a file is confirmed, and names the first day that differs", async () => {
  const anchors = await listAnchors(db);
  const file = join(folder, "anchors.txt");
  writeFileSync(
    file,
    anchors
      .map(({ day, lastEntry, lines, root, lastAudit, auditRoot, chain }) =>
        [day, lastEntry, lines, root, ...(auditRoot === null ? [] : [lastAudit, auditRoot]), chain].join(" "),
      )
      .join("\n"),
  );
  const [, second, last] = anchors;
  expect(await checkAnchor(ownerUrl, last?.chain ?? "")).toEqual({ ok: true, day: last?.day });
  expect(await checkAnchor(ownerUrl, file)).toEqual({ ok: true, day: last?.day });
  expect(await listChangedDays(db)).toEqual([]);

  // A line of the second day, with everything that adds it up.
  const line = `(SELECT min(id) FROM ledger_lines WHERE entry_id > ${anchors[0]?.lastEntry})`;
  await plant(`UPDATE ledger_lines SET created_at = created_at - interval '40 days' WHERE id = ${line}`);
  expect(await checkAnchor(ownerUrl, last?.chain ?? "")).toEqual({ ok: false, day: second?.day });
  expect(await checkAnchor(ownerUrl, file)).toEqual({ ok: false, day: second?.day });
  expect(await checkAnchor(ownerUrl, anchors[0]?.chain ?? "")).toMatchObject({ ok: true });
  expect(await listChangedDays(db)).toEqual([second?.day]);

  // The forger rewrites all anchors in the database: the file still names the day, and the hash matches no anchor.
  await plant("UPDATE ledger_anchors SET chain = NULL; SELECT ledger_seal_days()");
  expect(await listChangedDays(db)).toEqual([]);
  expect(await checkAnchor(ownerUrl, file)).toEqual({ ok: false, day: second?.day });
  expect(await checkAnchor(ownerUrl, last?.chain ?? "")).toEqual({ ok: false, day: undefined });

  await plant(`UPDATE ledger_lines SET created_at = created_at + interval '40 days' WHERE id = ${line}`);
  expect(await checkAnchor(ownerUrl, file)).toMatchObject({ ok: true });
});

test("a changed or deleted entry of the audit log is named by its day, also when its hash is made anew", async () => {
  const entry = (label: string) =>
    insertAuditEntry(db, actorOf(creatorId), {
      action: "payoutPaid",
      target: { kind: "payout", id: "x", label },
      after: { amountCents: 500 },
      reason: "Pago",
    });
  await entry("primeiro");
  await plant(`DELETE FROM ledger_anchors WHERE day = (SELECT max(day) FROM ledger_anchors);
    UPDATE ledger_anchors SET chain = NULL; SELECT ledger_seal_days()`);
  await anchorDay(db);
  const today = (await findNewestAnchor(db))?.day;
  await entry("segundo");
  expect(await listChangedDays(db)).toEqual([]);
  const attempts = [
    "UPDATE audit_entries SET reason = 'Outro' WHERE target_label = 'primeiro'",
    "UPDATE audit_entries SET reason = 'Outro' WHERE target_label = 'segundo'",
    "UPDATE audit_entries SET salt = NULL, reason = NULL WHERE target_label = 'segundo'",
    `UPDATE audit_entries SET after = '{"amountCents": 5}' WHERE target_label = 'primeiro'`,
    `UPDATE audit_entries SET after = '{"amountCents": 5}' WHERE target_label = 'primeiro';
     UPDATE audit_entries SET seal = audit_seal(audit_entries) WHERE target_label = 'primeiro'`,
    "DELETE FROM audit_entries WHERE target_label = 'primeiro'",
  ];
  for (const statements of attempts) {
    const changed = await inRolledBack(owner, async (trx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      for (const statement of statements.split(";")) await sql.raw(statement).execute(trx);
      return listChangedDays(trx);
    });
    expect(changed, statements).toEqual([today]);
  }
});

test("the nightly audit names a day that the store has and the database has not, or otherwise", async () => {
  await anchorLedger(services);
  const anchors = await listAnchors(db);
  const first = anchors[0]?.day ?? "";
  const named = async () => (await auditAll(db, await readStoredAnchors(services))).map(({ id }) => id);
  const before = await named();
  await plant(`DELETE FROM ledger_anchors WHERE day = (SELECT max(day) FROM ledger_anchors)`);
  const missing = anchors.at(-1)?.day ?? "";
  expect(await named()).toEqual(expect.arrayContaining([...before, missing]));
  // The next file keeps what was stored.
  await anchorLedger(services);
  await plant("DELETE FROM ledger_anchors");
  expect(await named()).toEqual(expect.arrayContaining([first, missing]));
});
