import type { Readable } from "node:stream";
import type { Services } from "~/platform/services";
import { findOwnExport } from "./download-requests.queries.server";
import { daysBefore, downloadDays } from "./retention";

/**
 * Opens a person's own download; undefined when there is none, or its seven days are over. `headOnly`: without the
 * body. Aborting the signal ends the body, also one that nobody has begun to read.
 */
export async function openDownload(
  { db, storage, clock }: Pick<Services, "db" | "storage" | "clock">,
  userId: string,
  { headOnly, signal }: { headOnly: boolean; signal: AbortSignal },
): Promise<{ bytes: number; body?: Readable } | undefined> {
  const own = await findOwnExport(db, userId);
  if (!own?.ready_at || own.ready_at <= daysBefore(clock(), downloadDays)) return undefined;
  return headOnly ? storage.find(own.storage_key) : storage.open(own.storage_key, { signal });
}
