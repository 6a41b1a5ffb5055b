import type { MessageKey } from "~/i18n/message-key";
import type { Database, Db } from "~/platform/db.server";
import { insertDraft } from "./drafts.queries.server";

interface OwnDraft {
  creatorId: string;
  draftId: string;
}

/**
 * Finds the draft that a file is for, with the file that it has, or adds one with a title. `isKnown`: the page has
 * seen it saved, so it is not made again.
 */
export async function openFileDraft(
  db: Database,
  { creatorId, draftId, isKnown, title, now }: OwnDraft & { isKnown: boolean; title: string; now: Date },
): Promise<{ ok: true; videoId: string | null } | { ok: false; error: MessageKey }> {
  return db.transaction().execute(async (trx) => {
    const draft = await trx
      .selectFrom("video_drafts")
      .select("video_id")
      .where("id", "=", draftId)
      .where("creator_id", "=", creatorId)
      .executeTakeFirst();
    if (draft) return { ok: true, videoId: draft.video_id };
    if (isKnown) return { ok: false, error: "drafts.gone" };
    const added = await insertDraft(trx, {
      creatorId,
      draftId,
      fields: title ? { title } : {},
      revision: 0,
      now,
    });
    if (added === "added") return { ok: true, videoId: null };
    return { ok: false, error: added === "full" ? "drafts.tooMany" : "drafts.gone" };
  });
}

/** Stores which file a draft has. Returns false if it does not exist any more, or has another file by now. */
export async function setDraftFile(
  trx: Db,
  { creatorId, draftId, videoId, now }: OwnDraft & { videoId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("video_drafts")
    .set({ video_id: videoId, saved_at: now })
    .where("id", "=", draftId)
    .where("creator_id", "=", creatorId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("video_id", "is", null),
        exists(
          selectFrom("videos")
            .select("videos.id")
            .whereRef("videos.id", "=", "video_drafts.video_id")
            .where("deleted_at", "is not", null),
        ),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
