import { parseId } from "~/features/base/form-fields/record-id";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { isSameDraft, isTooLong, isWorthKeeping, readDraftFields } from "./draft-fields";
import type { MadeDraft, SavedDraft } from "./draft-saver";
import { deleteDraft, insertDraft, lockDraft, updateDraft } from "./drafts.queries.server";

/**
 * Saves the text fields of the upload form as the creator's draft `draftId`. `draftRevision`: the revision that the
 * form shows, 0 for a new draft. A draft that was saved elsewhere since then is not overwritten, and one that was
 * published or deleted is not made again; a request that repeats what is saved succeeds.
 */
export async function saveDraft(
  { db, clock }: Pick<Services, "db" | "clock">,
  creatorId: string,
  form: Record<string, string>,
): Promise<SavedDraft> {
  const draftId = parseId(form.draftId);
  const revision = /^\d{1,9}$/.test(form.draftRevision ?? "") ? Number(form.draftRevision) : undefined;
  if (!draftId || revision === undefined) return { ok: false, error: "gone" };
  const fields = readDraftFields(form);
  if (!isWorthKeeping(fields)) return { ok: false, error: "empty" };
  if (isTooLong(fields)) return { ok: false, error: "tooLong" };
  const now = clock();
  return db.transaction().execute(async (trx): Promise<SavedDraft> => {
    const draft = await lockDraft(trx, { creatorId, draftId });
    if (!draft) {
      if (revision > 0) return { ok: false, error: "gone" };
      const added = await insertDraft(trx, { creatorId, draftId, fields, now });
      if (added === "full") return { ok: false, error: "tooMany" };
      return added === "added" ? { ok: true, revision: 1 } : { ok: false, error: "gone" };
    }
    if (isSameDraft(draft.fields, fields)) return { ok: true, revision: draft.revision };
    if (draft.revision !== revision) return { ok: false, error: "changed", revision: draft.revision };
    await updateDraft(trx, { creatorId, draftId, fields, revision: revision + 1, now });
    return { ok: true, revision: revision + 1 };
  });
}

/**
 * Makes a draft for a picture or trailer that was chosen before anything was typed. Returns its revision, or that there
 * is one already.
 */
export async function makeDraft(
  { db, clock }: Pick<Services, "db" | "clock">,
  own: { creatorId: string; draftId: string },
): Promise<MadeDraft> {
  return db.transaction().execute(async (trx): Promise<MadeDraft> => {
    if (await lockDraft(trx, own)) return { ok: true };
    const added = await insertDraft(trx, { ...own, fields: {}, now: clock() });
    if (added === "added") return { ok: true, revision: 1 };
    return { ok: false, error: added === "full" ? "tooMany" : "gone" };
  });
}

/**
 * Deletes the draft that a form was saved as, in the transaction that publishes it. Returns the id of the draft's own
 * file, which is not the one that is published, to be dropped after the transaction; or undefined if the draft was
 * saved and does not exist any more: another tab published or deleted it.
 */
export async function endDraft(
  trx: Db,
  creatorId: string,
  form: Record<string, string>,
): Promise<{ videoId: string | null } | undefined> {
  const draftId = parseId(form.draftId);
  if (!draftId) return { videoId: null };
  const deleted = await deleteDraft(trx, { creatorId, draftId });
  return deleted ?? (Number(form.draftRevision) > 0 ? undefined : { videoId: null });
}

/** Returns a form's values after `endDraft` found no draft: sent again, the form is published as a new one. */
export function withoutDraft(form: Record<string, string>): Record<string, string> {
  return { ...form, draftId: "", draftRevision: "0" };
}
