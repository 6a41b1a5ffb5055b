import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Services } from "~/platform/services";
import { type Anchor, anchorDay, listAnchors, listLatestDays } from "./anchors.queries.server";

/** Where the store keeps the anchors: a file for each day, with all anchors up to it. */
const anchorPrefix = "ledger-anchors";
const keyOf = (day: string) => `${anchorPrefix}/${day}.txt`;

/** The newest file is looked for in so many days. */
const daysLookedBack = 400;

/**
 * Anchors the ledger's and the audit log's new entries and writes all anchors to the store, outside the database. The
 * daily mail to administrators carries the newest. A day that the store has stays as it was stored, so that it is named
 * by the audit when the database's differs. Returns the key of the file, undefined where there is nothing to anchor.
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

/** Returns the lines of the newest file of anchors in the store; none before the first. */
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
