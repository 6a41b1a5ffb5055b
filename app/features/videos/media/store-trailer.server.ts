import type { Readable } from "node:stream";
import { trailerMaxBytes } from "~/features/base/files/accepted-files";
import { detectVideo } from "~/features/base/files/detect-video.server";
import type { MessageKey } from "~/i18n/message-key";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { planPreviewKey, planTrailerKey } from "./make-preview.server";
import type { StoredTrailer } from "./preview-columns";
import { previewMaxSeconds } from "./preview-length";
import { isTrailerNamed } from "./previews.queries.server";
import { readStoredFacts } from "./read-video-facts.server";

type Needs = Pick<Services, "db" | "storage" | "converter" | "clock" | "log">;

/** In milliseconds: a form may go on for this long after its trailer was stored; the video itself follows. */
const formMaxMs = 24 * 3_600_000;

/** In seconds: containers round up to a frame. */
const slackSeconds = 1;

/**
 * Stores a trailer as it streams in: to be encoded if FFmpeg is there, else as it is, if every browser plays it. Its
 * removal is scheduled before a byte is stored, in case no video ever names it. Undefined for an empty file, which an
 * input without a choice sends. Throws StorageError.
 */
export async function storeTrailer(
  services: Needs,
  creatorId: string,
  body: Readable,
  signal?: AbortSignal,
): Promise<{ ok: true; trailer: StoredTrailer } | { ok: false; error: MessageKey } | undefined> {
  const { db, storage, converter, clock } = services;
  const { format, empty, whole, release } = await detectVideo(body);
  if (empty) {
    await release();
    return undefined;
  }
  const refused = async (error: MessageKey) => {
    await release();
    return { ok: false, error } as const;
  };
  if (!format) return refused("videos.videoFormat");
  if (!converter && format !== "mp4") return refused("previews.trailerUnplayable");
  const key = converter ? planTrailerKey(creatorId, format) : planPreviewKey(creatorId);
  await addJob(db, "remove-unused-trailer", { key }, { runAt: new Date(clock().getTime() + formMaxMs) });
  const { bytes } = await storage.put(key, whole, signal ? { signal } : {});
  let error: MessageKey | undefined;
  let facts: Awaited<ReturnType<typeof readStoredFacts>>;
  if (bytes > trailerMaxBytes) error = "previews.trailerTooLarge";
  else {
    facts = await readStoredFacts(storage, key);
    if (facts && facts.seconds > previewMaxSeconds + slackSeconds) error = "previews.trailerTooLong";
    else if (!converter && !facts?.hasPlainCodecs) error = "previews.trailerUnplayable";
  }
  if (error) {
    await discardTrailer(services, { key });
    return { ok: false, error };
  }
  return { ok: true, trailer: converter || !facts ? { key } : { key, ready: { seconds: facts.seconds } } };
}

/** What cannot be removed now, its scheduled job removes. */
export async function discardTrailer(
  { db, storage, log }: Pick<Services, "db" | "storage" | "log">,
  trailer: StoredTrailer | undefined,
): Promise<void> {
  if (!trailer) return;
  try {
    await removeUnusedTrailer({ db, storage }, trailer);
  } catch (error) {
    log.warn({ err: error, key: trailer.key }, "a trailer that is not used stayed behind");
  }
}

export async function removeUnusedTrailer(
  { db, storage }: Pick<Services, "db" | "storage">,
  { key }: { key: string },
): Promise<void> {
  if (!(await isTrailerNamed(db, key))) await storage.remove(key);
}
