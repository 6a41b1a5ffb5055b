import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { decodeText } from "~/features/base/files/decode-text";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import type { OwnVideo } from "~/features/studio/uploads/unpublished.queries.server";
import {
  type Cue,
  captionsMaxBytes,
  type ReadCaptions,
  readCaptions,
  type SkippedCue,
} from "~/features/videos/lesson-files/caption-files";
import {
  deleteCaptions,
  findCaptionSource,
  listCaptions,
  orderCaptions,
  saveCaptions,
} from "~/features/videos/lesson-files/captions.queries.server";
import { nameCaptions } from "~/features/videos/lesson-files/make-captions.server";
import {
  listSpokenLanguages,
  nameLanguage,
  spokenLanguages,
} from "~/features/videos/listing/spoken-language";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import { type FormProblem, parseFields, problemWith } from "~/platform/forms/forms.server";
import { readMultipart } from "~/platform/forms/multipart.server";
import type { Services } from "~/platform/services";
import { findEditableVideo, lockEditableVideo } from "./edit-video.queries.server";

/** A decoded file has at most three bytes for each of its own: "€" in Windows-1252. */
const savedTextMaxBytes = 3 * captionsMaxBytes;

const captionsForm = z.object({
  intent: z.enum(["preview", "save", "delete", "generate"], { error: fieldMessage("videos.choiceUnknown") }),
  language: z.enum(spokenLanguages, { error: fieldMessage("creator.captionsLanguageMissing") }),
});

export interface CaptionsPreview {
  language: string;
  /** The decoded file, which the form that saves it sends back. */
  text: string;
  cueCount: number;
  cues: Cue[];
  skipped: SkippedCue[];
}

const previewedCues = 5;

export type ChangedCaptions =
  | { ok: true; intent: "preview"; preview: CaptionsPreview }
  /** `skipped`: how many wrong cues of a saved file were left out. */
  | { ok: true; intent: "save" | "delete" | "generate"; skipped: number }
  | { ok: false; error: "notFound" }
  | { ok: false; error: "invalid"; problem: FormProblem; skipped: SkippedCue[] };

/** Wrong cues are left out and stored with their lines, for the creator to see. Throws BrokenForm. */
export async function changeCaptions(
  { db, clock, streaming }: Pick<Services, "db" | "clock" | "streaming">,
  ownVideo: OwnVideo,
  request: Request,
): Promise<ChangedCaptions> {
  const video = await findEditableVideo(db, ownVideo);
  if (!video || video.video_type === "youtube" || video.video_type === "course")
    return { ok: false, error: "notFound" };
  let file: Uint8Array | undefined;
  const fields = await readMultipart(request, {
    // One byte more than allowed shows that a file is too large.
    fileMaxBytes: captionsMaxBytes + 1,
    maxFiles: 1,
    fieldMaxBytes: savedTextMaxBytes,
    onFile: async ({ field, body }) => {
      if (field === "file") file = await buffer(body);
    },
  });
  const form = parseFields(captionsForm, fields);
  if (!form.ok) return { ok: false, error: "invalid", problem: form.problem, skipped: [] };
  const { intent, language } = form.value;
  const change = async (write: (trx: typeof db) => Promise<void>) =>
    db.transaction().execute(async (trx) => {
      const lockedVideo = await lockEditableVideo(trx, ownVideo);
      if (lockedVideo) await write(trx as typeof db);
      return lockedVideo !== undefined;
    });
  const { videoId } = ownVideo;
  if (intent === "delete") {
    const deleted = await change((trx) => deleteCaptions(trx, { videoId, language }));
    return deleted ? { ok: true, intent, skipped: 0 } : { ok: false, error: "notFound" };
  }
  if (intent === "generate") {
    if (!streaming || !(await findCaptionSource(db, videoId))) return { ok: false, error: "notFound" };
    const refuse = (generatedLanguage: MessageKey): ChangedCaptions => ({
      ok: false,
      error: "invalid",
      problem: problemWith(fields, { generatedLanguage }),
      skipped: [],
    });
    const present = await listCaptions(db, videoId);
    if (present.some((captions) => captions.language === language && !captions.isGenerated))
      return refuse("creator.captionsThere");
    let ordered = false;
    const isOwn = await change(async (trx) => {
      ordered = await orderCaptions(trx, { videoId, language, now: clock() });
    });
    if (!isOwn) return { ok: false, error: "notFound" };
    return ordered ? { ok: true, intent, skipped: 0 } : refuse("creator.captionsBeingMade");
  }
  const bytes = intent === "save" ? new TextEncoder().encode(fields.text) : file;
  const read = readFile(
    bytes,
    intent === "save" ? savedTextMaxBytes : captionsMaxBytes,
    video.duration_seconds ?? undefined,
  );
  if (!read.ok) {
    const problem = problemWith(fields, { file: problems[read.error] });
    return { ok: false, error: "invalid", problem, skipped: read.error === "noCues" ? read.skipped : [] };
  }
  if (intent === "preview" && bytes) {
    const { cues, skipped } = read;
    const text = decodeText(bytes).replaceAll("\0", "");
    const preview = { language, text, cueCount: cues.length, cues: cues.slice(0, previewedCues), skipped };
    return { ok: true, intent, preview };
  }
  const saved = await change((trx) => saveCaptions(trx, { videoId, language, ...read, now: clock() }));
  return saved
    ? { ok: true, intent: "save", skipped: read.skipped.length }
    : { ok: false, error: "notFound" };
}

type ReadFile = ReadCaptions | { ok: false; error: "missing" | "tooLarge" };

function readFile(
  file: Uint8Array | undefined,
  maxBytes: number,
  durationSeconds: number | undefined,
): ReadFile {
  // An empty file input submits an empty file.
  if (!file || file.length === 0) return { ok: false, error: "missing" };
  if (file.length > maxBytes) return { ok: false, error: "tooLarge" };
  return readCaptions(file, durationSeconds);
}

const problems: Record<Extract<ReadFile, { ok: false }>["error"], MessageKey> = {
  missing: "creator.captionsFileMissing",
  tooLarge: "creator.captionsTooLarge",
  tooManyCues: "creator.captionsTooMany",
  noCues: "creator.captionsNoCues",
};

/** Undefined for another creator's video, a link or a course. */
export async function showCaptions(
  { db, streaming }: Pick<Services, "db" | "streaming">,
  ownVideo: OwnVideo,
  locale: Locale,
) {
  const video = await findEditableVideo(db, ownVideo);
  if (!video || video.video_type === "youtube" || video.video_type === "course") return undefined;
  const [captions, source] = await Promise.all([
    listCaptions(db, video.id),
    streaming && findCaptionSource(db, video.id),
  ]);
  return {
    video: { id: video.id, title: video.title, spokenLanguage: video.spoken_language },
    captions: captions.map((each) => ({ ...each, name: nameCaptions(each, locale) })),
    languages: listSpokenLanguages(locale),
    source: source && {
      ordered: source.language && { name: nameLanguage(source.language, locale), failed: source.failed },
    },
  };
}

export type CaptionsView = NonNullable<Awaited<ReturnType<typeof showCaptions>>>;
