import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { fileTypeFromBuffer } from "file-type";
import { readSample } from "~/features/base/files/detect-video.server";
import type { MessageKey } from "~/i18n/message-key";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { attachmentMaxBytes, cleanAttachmentName, parseAttachmentKind } from "./attachment-rules";
import { type AttachmentFacts, isAttachmentNamed } from "./attachments.queries.server";
import { checkZipEntries, findZipDirectory, type ZipProblem, zipTailBytes } from "./zip-entries";

type Needs = Pick<Services, "db" | "storage" | "clock" | "log">;

export type StoredAttachment = AttachmentFacts & { key: string };

/** In milliseconds: a form may go on for this long after a file was stored. */
const formMaxMs = 24 * 3_600_000;

const problems: Record<ZipProblem, MessageKey> = {
  damaged: "creator.filesZipDamaged",
  encrypted: "creator.filesZipEncrypted",
  tooMany: "creator.filesZipTooMany",
  program: "creator.filesZipProgram",
  outside: "creator.filesZipOutside",
  unpacked: "creator.filesZipUnpacked",
};

/**
 * Stores a file as it streams in; an archive is looked through after that. Its removal is scheduled before a byte is
 * stored, in case no video ever names it. Returns undefined for an empty file, which an input without a choice sends.
 * Throws StorageError.
 */
export async function storeAttachment(
  services: Needs,
  {
    creatorId,
    fileName,
    body,
    signal,
  }: { creatorId: string; fileName: string; body: Readable; signal: AbortSignal },
): Promise<{ ok: true; stored: StoredAttachment } | { ok: false; error: MessageKey } | undefined> {
  const { db, storage, clock } = services;
  const { sample, whole, release } = await readSample(body);
  if (sample.length === 0) {
    await release();
    return undefined;
  }
  const kind = parseAttachmentKind((await fileTypeFromBuffer(sample))?.mime);
  if (!kind) {
    await release();
    return { ok: false, error: "creator.filesKind" };
  }
  const key = `${creatorId}/attachments/${randomBytes(16).toString("hex")}.${kind}`;
  await addJob(db, "remove-unused-attachment", { key }, { runAt: new Date(clock().getTime() + formMaxMs) });
  const { bytes } = await storage.put(key, whole, { signal });
  let error: MessageKey | undefined;
  if (bytes > attachmentMaxBytes) error = "creator.filesTooLarge";
  else if (kind === "zip") error = await findZipProblem(services, key, bytes);
  if (error) {
    await discardAttachment(services, key);
    return { ok: false, error };
  }
  const name = cleanAttachmentName(fileName) ?? kind.toUpperCase();
  return { ok: true, stored: { name, kind, bytes, key } };
}

async function findZipProblem(
  { storage }: Pick<Needs, "storage">,
  key: string,
  bytes: number,
): Promise<MessageKey | undefined> {
  const read = async (start: number, length: number) => {
    const part = await storage.open(key, { range: { start, end: start + length - 1 } });
    return part ? buffer(part.body) : Buffer.alloc(0);
  };
  const tailBytes = Math.min(bytes, zipTailBytes);
  const directory = findZipDirectory(await read(bytes - tailBytes, tailBytes), bytes);
  if (typeof directory === "string") return problems[directory];
  const listed = directory.bytes > 0 ? await read(directory.start, directory.bytes) : Buffer.alloc(0);
  const problem = checkZipEntries(listed, directory);
  return problem && problems[problem];
}

/** What cannot be removed now, its scheduled job removes. */
export async function discardAttachment(
  { db, storage, log }: Pick<Services, "db" | "storage" | "log">,
  key: string,
): Promise<void> {
  try {
    await removeUnusedAttachment({ db, storage }, { key });
  } catch (error) {
    log.warn({ err: error, key }, "a file that no video names stayed behind");
  }
}

export async function removeUnusedAttachment(
  { db, storage }: Pick<Services, "db" | "storage">,
  { key }: { key: string },
): Promise<void> {
  if (!(await isAttachmentNamed(db, key))) await storage.remove(key);
}
