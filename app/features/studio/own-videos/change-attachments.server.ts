import type { OwnVideo } from "~/features/studio/uploads/unpublished.queries.server";
import {
  attachmentMaxBytes,
  cleanAttachmentName,
  maxAttachments,
} from "~/features/videos/lesson-files/attachment-rules";
import {
  dropAttachments,
  insertAttachments,
  listAttachments,
  renameAttachment,
} from "~/features/videos/lesson-files/attachments.queries.server";
import {
  discardAttachment,
  type StoredAttachment,
  storeAttachment,
} from "~/features/videos/lesson-files/store-attachment.server";
import type { MessageKey } from "~/i18n/message-key";
import { type FormProblem, problemWith } from "~/platform/forms/forms.server";
import { readMultipart } from "~/platform/forms/multipart.server";
import { parseId } from "~/platform/forms/record-id";
import type { Services } from "~/platform/services";
import { findEditableVideo, lockEditableVideo } from "./edit-video.queries.server";

type Needs = Pick<Services, "db" | "storage" | "clock" | "log">;

type ChangedAttachments =
  | { ok: true; intent: "add" | "rename" | "delete" }
  | { ok: false; error: "notFound" }
  /** `fileName`: the refused file, as its browser named it. */
  | { ok: false; error: "invalid"; problem: FormProblem; fileName?: string };

/** Of files sent together, all are added or none. Throws BrokenForm, and StorageError when the store fails. */
export async function changeAttachments(
  services: Needs,
  ownVideo: OwnVideo,
  request: Request,
): Promise<ChangedAttachments> {
  const { db, clock } = services;
  if (!(await findEditableVideo(db, ownVideo))) return { ok: false, error: "notFound" };
  const stored: StoredAttachment[] = [];
  let refused: { error: MessageKey; fileName: string } | undefined;
  let areAdded = false;
  const room = maxAttachments - (await listAttachments(db, ownVideo.videoId)).length;
  const { creatorId } = ownVideo;
  try {
    const fields = await readMultipart(request, {
      // One byte more than allowed shows that a file is too large,
      fileMaxBytes: attachmentMaxBytes + 1,
      // and one file more than fits, that there are too many.
      maxFiles: room + 1,
      onFile: async ({ field, fileName, body }) => {
        if (field !== "file" || refused) return;
        const result = await storeAttachment(services, { creatorId, fileName, body, signal: request.signal });
        if (result?.ok) stored.push(result.stored);
        else if (result) refused = { error: result.error, fileName };
      },
    });
    const changed = await change(services.db, ownVideo, fields, { stored, refused, now: clock() });
    areAdded = changed.ok && changed.intent === "add";
    return changed;
  } finally {
    if (!areAdded) for (const { key } of stored) await discardAttachment(services, key);
  }
}

interface Sent {
  stored: readonly StoredAttachment[];
  refused: { error: MessageKey; fileName: string } | undefined;
  now: Date;
}

async function change(
  db: Services["db"],
  ownVideo: OwnVideo,
  fields: Record<string, string>,
  { stored, refused, now }: Sent,
): Promise<ChangedAttachments> {
  const { videoId } = ownVideo;
  const invalid = (errors: Record<string, MessageKey>, fileName?: string): ChangedAttachments => ({
    ok: false,
    error: "invalid",
    problem: problemWith(fields, errors),
    ...(fileName ? { fileName } : {}),
  });
  const { intent } = fields;
  if (intent !== "add" && intent !== "rename" && intent !== "delete")
    return invalid({ form: "videos.choiceUnknown" });
  if (intent === "add") {
    if (refused) return invalid({ file: refused.error }, refused.fileName);
    if (stored.length === 0) return invalid({ file: "creator.filesMissing" });
  }
  const id = parseId(fields.fileId);
  const name = cleanAttachmentName(fields.name ?? "");
  if (intent === "rename" && !name) return invalid({ name: "creator.filesNameMissing" });
  return db.transaction().execute(async (trx) => {
    if (!(await lockEditableVideo(trx, ownVideo))) return { ok: false, error: "notFound" } as const;
    if (intent === "add") {
      // Another tab may have added files meanwhile.
      const already = await listAttachments(trx, videoId);
      if (already.length + stored.length > maxAttachments) return invalid({ file: "creator.filesTooMany" });
      await insertAttachments(trx, videoId, stored, now);
      return { ok: true, intent } as const;
    }
    if (!id) return { ok: false, error: "notFound" } as const;
    const isThere =
      intent === "rename"
        ? await renameAttachment(trx, { videoId, id, name: name ?? "" })
        : (await dropAttachments(trx, { videoId, id })) > 0;
    return isThere ? ({ ok: true, intent } as const) : ({ ok: false, error: "notFound" } as const);
  });
}
