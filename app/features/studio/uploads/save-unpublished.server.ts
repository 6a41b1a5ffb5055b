import type { Services } from "~/platform/services";
import { isSameTyped, isTooLong, readTypedFields, type SavedFields } from "./typed-fields";
import { lockUnpublished, type OwnVideo, saveTyped, setPictures } from "./unpublished.queries.server";

/**
 * Saves the form of an unpublished video as typed. `revision`: the one that the form shows.
 * What was saved elsewhere since then is not overwritten; a request that repeats what is saved succeeds. `cover`: the
 * number of the picture that becomes the cover, in the row of pictures.
 */
export async function saveUnpublished(
  { db, clock }: Pick<Services, "db" | "clock">,
  own: OwnVideo,
  form: Record<string, string>,
): Promise<SavedFields> {
  const fields = readTypedFields(form);
  if (isTooLong(fields)) return { ok: false, error: "tooLong" };
  const now = clock();
  return db.transaction().execute(async (trx): Promise<SavedFields> => {
    const before = await lockUnpublished(trx, own);
    if (!before) return { ok: false, error: "gone" };
    const { videoId } = own;
    const { revision, pictures } = before;
    const chosen = pictures[Number.parseInt(form.cover ?? "", 10)];
    if (chosen && chosen !== before.thumbnail_url)
      await setPictures(trx, { videoId, before: pictures, pictures, cover: chosen, now });
    if (isSameTyped(before.fields, fields)) return { ok: true, revision };
    if (form.revision !== undefined && Number(form.revision) !== revision)
      return { ok: false, error: "changed", revision };
    await saveTyped(trx, { videoId, fields, revision: revision + 1, now });
    return { ok: true, revision: revision + 1 };
  });
}
