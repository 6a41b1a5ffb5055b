import { nameLanguage, type SpokenLanguage } from "~/features/videos/listing/spoken-language";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import { StreamingError } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services";
import { readCaptions } from "./caption-files";
import {
  endCaptionOrder,
  failCaptionOrder,
  findCaptionSource,
  queueCaptions,
  saveGeneratedCaptions,
} from "./captions.queries.server";

/** In the language of the page: "Português", or "Português (automáticas)". */
export function nameCaptions(
  { language, isGenerated }: { language: SpokenLanguage; isGenerated: boolean },
  locale: Locale,
): string {
  const name = nameLanguage(language, locale);
  return isGenerated ? serverTexts[locale]("creator.captionsGenerated", { language: name }) : name;
}

const checkMs = 20_000;

/** In milliseconds: captions that are not ready after this never will be. */
const maxMs = 6 * 3_600_000;

/**
 * Waits for the streaming service over several runs of the job, and stores the captions with the creator's own: only
 * those who may watch get them. The service's copy is removed, since its player addresses would list them once more.
 * Idempotent. Throws what is to be retried.
 */
export async function makeCaptions(
  { db, streaming, clock, log }: Pick<Services, "db" | "streaming" | "clock" | "log">,
  { videoId }: { videoId: string },
): Promise<void> {
  const source = await findCaptionSource(db, videoId);
  if (!source?.uid || !source.language || !source.ordered_at || source.failed) return;
  const { uid, language, ordered_at: orderedAt } = source;
  const fail = async (reason: unknown) => {
    log.warn({ err: reason, videoId, language }, "captions could not be made");
    await failCaptionOrder(db, videoId);
  };
  if (!streaming) return fail("no streaming service is set up");
  const isLate = clock().getTime() - orderedAt.getTime() > maxMs;
  try {
    const captions = await streaming.findCaptions(uid, language);
    const isMade = captions !== undefined && captions.state !== "making";
    if (!isMade && !isLate) {
      if (!captions) await streaming.orderCaptions(uid, language);
      return await queueCaptions(db, videoId, new Date(clock().getTime() + checkMs));
    }
    // Before the order ends: a copy that stays would be taken for the next order's.
    await streaming.removeCaptions(uid, language);
    if (!isMade) return await fail("they took too long");
    const read =
      captions.state === "ready"
        ? readCaptions(new TextEncoder().encode(captions.vtt), source.seconds ?? undefined)
        : undefined;
    if (read?.ok)
      await db.transaction().execute(async (trx) => {
        if (!(await endCaptionOrder(trx, { videoId, language }))) return;
        await saveGeneratedCaptions(trx, { videoId, language, ...read, now: clock() });
      });
    else await fail(read ? `the file is wrong: ${read.error}` : "the streaming service gave up");
  } catch (error) {
    if (!(error instanceof StreamingError && error.kind === "refused")) throw error;
    await fail(error);
  }
}
