import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { openDatabase } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import {
  type Anchor,
  anchorDay,
  auditAll,
  beginProof,
  failProof,
  listAnchors,
  listLatestDays,
  proveNewEntries,
  type Violation,
} from "./ledger-proof.queries.server";

/** One file per day, with all anchors up to it. */
const anchorPrefix = "ledger-anchors";
const keyOf = (day: string) => `${anchorPrefix}/${day}.txt`;

const daysLookedBack = 400;

/**
 * Anchors new entries and writes all anchors to the store, outside the database. A stored day is never replaced, so
 * that the audit finds a different one in the database. Returns the file's key; undefined if there is nothing to
 * anchor.
 */
export async function anchorLedger({
  db,
  storage,
}: Pick<Services, "db" | "storage">): Promise<string | undefined> {
  await anchorDay(db);
  const anchors = await listAnchors(db);
  const newest = anchors.at(-1);
  if (!newest) return undefined;
  const stored = await readStoredAnchors({ db, storage });
  const lines = new Map(stored.map((line) => [dayOf(line), line]));
  for (const anchor of anchors) if (!lines.has(anchor.day)) lines.set(anchor.day, writeAnchor(anchor));
  const key = keyOf(newest.day);
  const sorted = [...lines.keys()].sort().map((day) => `${lines.get(day)}\n`);
  await storage.put(key, Readable.from(sorted));
  return key;
}

/** Lines of the newest stored file; empty before the first. */
export async function readStoredAnchors({
  db,
  storage,
}: Pick<Services, "db"> & { storage: Pick<Services["storage"], "open"> }): Promise<string[]> {
  for (const day of await listLatestDays(db, daysLookedBack)) {
    const file = await storage.open(keyOf(day));
    if (file) return (await text(file.body)).split("\n").filter((line) => line !== "");
  }
  return [];
}

const dayOf = (line: string) => line.slice(0, "2026-11-23".length);

function writeAnchor({ day, lastEntry, lines, root, lastAudit, auditRoot, chain }: Anchor): string {
  return [day, lastEntry, lines, root, ...(auditRoot === null ? [] : [lastAudit, auditRoot]), chain].join(
    " ",
  );
}

/** Longer than an audit takes. */
const auditMs = 31 * 60_000;

/** Returns the violations; any is a bug. Throws the failure, which stays recorded. */
export async function proveLedger({ db, clock }: Pick<Services, "db" | "clock">): Promise<Violation[]> {
  const id = await beginProof(db, { independent: false, now: clock() });
  return failing({ db, clock }, id, () => proveNewEntries(db));
}

/**
 * Proves everything in a second, independent way, on its own connection, since it takes minutes in a large ledger.
 * Returns and throws as `proveLedger`.
 */
export async function auditLedger({
  db,
  clock,
  env,
  log,
  storage,
}: Pick<Services, "db" | "clock" | "log"> & {
  storage: Pick<Services["storage"], "open">;
  env: Pick<Services["env"], "DATABASE_URL" | "DATABASE_DIRECT_URL">;
}): Promise<Violation[]> {
  const id = await beginProof(db, { independent: true, now: clock() });
  const violations = await failing({ db, clock }, id, async () => {
    const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
    const { db: patient } = openDatabase(url, () => {}, { statementMs: auditMs });
    try {
      return await auditAll(patient, await readStoredAnchors({ db, storage }));
    } finally {
      await patient.destroy();
    }
  });
  for (const violation of violations.slice(0, 20))
    log.error({ violation }, "the audit of the ledger found a difference");
  return violations;
}

async function failing<Result>(
  { db, clock }: Pick<Services, "db" | "clock">,
  id: number,
  prove: () => Promise<Result>,
): Promise<Result> {
  try {
    return await prove();
  } catch (error) {
    await failProof(db, id, {
      failure: error instanceof Error ? error.message : String(error),
      now: clock(),
    });
    throw error;
  }
}
