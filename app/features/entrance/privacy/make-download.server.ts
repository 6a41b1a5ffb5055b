import { randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { postMail } from "~/features/base/mail/post-mail.server";
import { openTaxId } from "~/features/money/payees/stored-tax-id.server";
import { findTaxId } from "~/features/money/payees/tax.queries.server";
import type { Locale } from "~/i18n/languages";
import { isStorageKey } from "~/integrations/storage/storage-key";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import type { LimitRule } from "~/platform/try-counter.server";
import { tryEach } from "~/platform/try-each";
import {
  deleteExport,
  findExport,
  findOwnExport,
  insertExport,
  listOldExports,
  listOwnFiles,
  lockExport,
  markExportReady,
  readSection,
  sections,
} from "./data-download.queries.server";
import { daysBefore, downloadDays, failedDownloadMs } from "./retention";

/** Undefined without a download, or after seven days. Aborting the signal ends the body, also one not yet read. */
export async function openDownload(
  { db, storage, clock }: Pick<Services, "db" | "storage" | "clock">,
  userId: string,
  { headOnly, signal }: { headOnly: boolean; signal: AbortSignal },
): Promise<{ bytes: number; body?: Readable } | undefined> {
  const download = await findOwnExport(db, userId);
  if (!download?.ready_at || download.ready_at <= daysBefore(clock(), downloadDays)) return undefined;
  return headOnly ? storage.find(download.storage_key) : storage.open(download.storage_key, { signal });
}

// Each reads everything that is kept about a person.
const downloadLimit: LimitRule = { name: "data-export", tries: 3, seconds: 86_400 };

type ExportRequested =
  | { ok: true }
  | { ok: false; error: "underWay" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/** Replaces an earlier download, unless that is being made. */
export async function requestDownload(
  { db, clock, rateLimits }: Pick<Services, "db" | "clock" | "rateLimits">,
  { userId, locale }: { userId: string; locale: Locale },
): Promise<ExportRequested> {
  const now = clock();
  const before = await findOwnExport(db, userId);
  if (before && isBeingMade(before, now)) return { ok: false, error: "underWay" };
  const taken = await rateLimits.take(downloadLimit, userId);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const queued = await db.transaction().execute(async (trx) => {
    const old = await lockExport(trx, userId);
    if (old && isBeingMade(old, now)) return false;
    if (old) {
      await deleteExport(trx, old.id);
      await addJob(trx, "remove-replaced-file", { key: old.storage_key });
    }
    const id = randomUUID();
    const storageKey = `${userId}/downloads/${randomBytes(16).toString("hex")}.json`;
    if (!(await insertExport(trx, { id, userId, locale, storageKey, now }))) return false;
    await addJob(trx, "export-data", { exportId: id }, { key: `export:${id}` });
    return true;
  });
  if (queued) return { ok: true };
  await rateLimits.giveBack([downloadLimit, userId]);
  return { ok: false, error: "underWay" };
}

/** After some days the job has failed. */
export function isBeingMade(row: { requested_at: Date; ready_at: Date | null }, now: Date): boolean {
  return row.ready_at === null && now.getTime() - row.requested_at.getTime() < failedDownloadMs;
}

type Needs = Pick<Services, "db" | "storage" | "clock" | "secretBox">;

/** Writes the file from one snapshot of the database, in bounded memory. Does nothing if replaced or ready. */
export async function makeDownload(services: Needs, { exportId }: { exportId: string }): Promise<void> {
  const { db, storage, clock } = services;
  const download = await findExport(db, exportId);
  if (!download || download.ready_at) return;
  const { user_id: userId, storage_key: key } = download;
  const { bytes } = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((trx) => storage.put(key, Readable.from(writeFile(trx, services, userId))));
  await db.transaction().execute(async (trx) => {
    if (!(await markExportReady(trx, { id: exportId, bytes, now: clock() }))) return;
    await postMail(trx, {
      kind: "dataReady",
      key: `dataReady:${exportId}`,
      to: { userId },
      facts: { exportId },
    });
  });
  // Replaced, or its account erased, meanwhile.
  if (!(await findExport(db, exportId))) await storage.remove(key);
}

async function* writeFile(
  trx: Db,
  { storage, clock, secretBox }: Needs,
  userId: string,
): AsyncGenerator<Buffer> {
  const sealed = await findTaxId(trx, userId);
  const head = { made: clock(), account: userId, taxId: sealed ? openTaxId(secretBox, sealed) : null };
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},\n"data": [\n`);
  for (const [at, section] of sections.entries()) {
    yield Buffer.from(`${at === 0 ? "" : ",\n"}{"table": ${JSON.stringify(section.table)}, "rows": [`);
    let first = true;
    for await (const rows of readSection(trx, section, userId)) {
      const text = rows.map((row) => `\n${JSON.stringify(row)}`).join(",");
      yield Buffer.from(first ? text : `,${text}`);
      first = false;
    }
    yield Buffer.from("]}");
  }
  yield Buffer.from('\n],\n"files": [');
  let first = true;
  for (const key of await listOwnFiles(trx, userId)) {
    const file = isStorageKey(key) ? await storage.find(key) : undefined;
    yield Buffer.from(`${first ? "" : ","}\n${JSON.stringify({ file: key, bytes: file?.bytes ?? null })}`);
    first = false;
  }
  yield Buffer.from("\n]\n}\n");
}

/** Removes expired and failed downloads: the file first, then its record. */
export async function removeOldExports({
  db,
  storage,
  clock,
  log,
}: Pick<Services, "db" | "storage" | "clock" | "log">): Promise<void> {
  const now = clock();
  const old = await listOldExports(db, {
    readyBefore: daysBefore(now, downloadDays),
    requestedBefore: new Date(now.getTime() - failedDownloadMs),
  });
  const remove = async ({ id, storage_key: key }: (typeof old)[number]) => {
    await storage.remove(key);
    await deleteExport(db, id);
  };
  await tryEach(old, remove, {
    onFailure: (error, { id }) => log.error({ err: error, exportId: id }, "a download could not be removed"),
  });
}
