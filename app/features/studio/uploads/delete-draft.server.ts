import type { Services } from "~/platform/services";
import { dropUpload } from "./discard-upload.server";
import { deleteDraft } from "./drafts.queries.server";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

/** Deletes one of a creator's own drafts with its file. Returns whether there was one. */
export async function deleteOwnDraft(
  services: Needs,
  own: { creatorId: string; draftId: string },
): Promise<boolean> {
  const deleted = await services.db.transaction().execute((trx) => deleteDraft(trx, own));
  if (deleted) await dropDraftFile(services, own.creatorId, deleted.videoId);
  return deleted !== undefined;
}

/** Drops the file of a draft that has ended. A failure is logged: the sweep removes the file. */
export async function dropDraftFile(
  services: Needs,
  creatorId: string,
  videoId: string | null,
): Promise<void> {
  if (!videoId) return;
  try {
    await dropUpload(services, { creatorId, videoId });
  } catch (error) {
    services.log.error({ err: error, videoId }, "the file of an ended draft could not be dropped");
  }
}
