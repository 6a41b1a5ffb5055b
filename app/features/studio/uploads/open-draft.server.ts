import { randomUUID } from "node:crypto";
import { formatMoment } from "~/features/base/form-fields/dates";
import { parseId } from "~/features/base/form-fields/record-id";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import type { ListedDraft, ShownDraft } from "./draft-fields";
import { listDrafts } from "./drafts.queries.server";

interface OpenedDraft {
  draft: ShownDraft;
  /** Whether it is not saved yet. */
  isNew: boolean;
  /** Whether the address names a draft that is not the creator's or no longer exists. */
  isGone: boolean;
  /** The creator's others. */
  drafts: ListedDraft[];
}

/**
 * Returns the draft that the upload form shows, a new one unless it finds the `wanted` one of the address, and those
 * that the creator could continue.
 */
export async function openDraft(
  { db, storage, clock }: Pick<Services, "db" | "storage" | "clock">,
  creatorId: string,
  { wanted, locale }: { wanted: string | null; locale: Locale },
): Promise<OpenedDraft> {
  const open = parseId(wanted);
  const now = clock();
  const rows = await listDrafts(db, { creatorId, open });
  const found = rows.find(({ id }) => id === open);
  const others = rows.filter((row) => row !== found);
  const drafts = others.map(({ id, title, saved_at }) => ({
    id,
    title,
    savedAt: formatMoment(saved_at, now, locale),
  }));
  if (!found)
    return {
      draft: { id: randomUUID(), revision: 0, fields: {} },
      isNew: true,
      isGone: wanted !== null,
      drafts,
    };
  const {
    id,
    revision,
    fields,
    upload_id: uploadId,
    file_name: name,
    video_url: key,
    bytes,
    write_handle: handle,
  } = found;
  const draft: ShownDraft = { id, revision, fields: fields ?? {} };
  if (found.thumbnail_url) draft.thumbnailUrl = found.thumbnail_url;
  if (found.trailer_name) draft.trailerName = found.trailer_name;
  if (uploadId && key && bytes && handle) {
    const received = (await storage.resumable.offset({ key, bytes, handle })) ?? 0;
    draft.file = { uploadId, name: name ?? "", bytes, received, mark: found.file_mark ?? "" };
  }
  return { draft, isNew: false, isGone: false, drafts };
}
