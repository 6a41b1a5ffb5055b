import { Readable } from "node:stream";
import type { Services } from "~/platform/services";
import { anchorDay, listAnchors } from "./anchors.queries.server";

/** Where the store keeps the anchors: a file for each day, with all anchors up to it. */
const anchorPrefix = "ledger-anchors";

/**
 * Anchors the ledger's new entries and writes all anchors to the store, outside the database. The daily mail to
 * administrators carries the newest. Returns the key of the file, undefined where there is nothing to anchor.
 */
export async function anchorLedger({
  db,
  storage,
}: Pick<Services, "db" | "storage">): Promise<string | undefined> {
  await anchorDay(db);
  const anchors = await listAnchors(db);
  const newest = anchors.at(-1);
  if (!newest) return undefined;
  const key = `${anchorPrefix}/${newest.day}.txt`;
  const lines = anchors.map(
    ({ day, lastEntry, lines, root, chain }) => `${day} ${lastEntry} ${lines} ${root} ${chain}\n`,
  );
  await storage.put(key, Readable.from(lines));
  return key;
}
