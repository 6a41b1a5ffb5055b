import type { MessageKey } from "~/i18n/message-key";
import type { Db } from "~/platform/db.server";
import { insertDraft } from "./drafts.queries.server";

interface OwnDraft {
  creatorId: string;
  draftId: string;
}

/** Finds the file that one of a creator's own drafts has. Returns undefined if there is no file, or no draft. */
export async function findDraftFile(db: Db, { creatorId, draftId }: OwnDraft): Promise<string | undefined> {
  const draft = await db
    .selectFrom("video_drafts")
    .select("video_id")
    .where("id", "=", draftId)
    .where("creator_id", "=", creatorId)
    .executeTakeFirst();
  return draft?.video_id ?? undefined;
}

/** `replaced`: the file that the draft had, to be dropped after the transaction. */
export type GivenFile =
  | { ok: true; isNew: boolean; replaced: string | null }
  | { ok: false; error: MessageKey };

/**
 * Replaces a draft's file, or adds a draft with the file and a title. `isKnown`: the page has seen it saved, so it is
 * not added again.
 */
export async function giveDraftFile(
  trx: Db,
  file: OwnDraft & { videoId: string; isKnown: boolean; title: string; now: Date },
): Promise<GivenFile> {
  const { creatorId, draftId, videoId, isKnown, title, now } = file;
  const draft = await trx
    .selectFrom("video_drafts")
    .select("video_id")
    .where("id", "=", draftId)
    .where("creator_id", "=", creatorId)
    .forUpdate()
    .executeTakeFirst();
  if (!draft) {
    if (isKnown) return { ok: false, error: "drafts.gone" };
    const added = await insertDraft(trx, {
      creatorId,
      draftId,
      fields: title ? { title } : {},
      videoId,
      now,
    });
    if (added === "added") return { ok: true, isNew: true, replaced: null };
    return { ok: false, error: added === "full" ? "drafts.tooMany" : "drafts.gone" };
  }
  await trx
    .updateTable("video_drafts")
    .set({ video_id: videoId, saved_at: now })
    .where("id", "=", draftId)
    .where("creator_id", "=", creatorId)
    .execute();
  return { ok: true, isNew: false, replaced: draft.video_id };
}
