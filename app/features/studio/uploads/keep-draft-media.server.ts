import { trailerMaxBytes } from "~/features/base/files/accepted-files";
import { parseId } from "~/features/base/form-fields/record-id";
import type { StoredTrailer } from "~/features/videos/media/preview-columns";
import { discardTrailer, storeTrailer } from "~/features/videos/media/store-trailer.server";
import {
  planThumbnailUrl,
  type ReadThumbnail,
  readStoredThumbnail,
  readThumbnail,
  removeThumbnail,
  storeThumbnail,
  type Thumbnail,
} from "~/features/videos/pictures/thumbnail.server";
import { readMultipart } from "~/platform/forms/multipart.server";
import type { Services } from "~/platform/services";
import type { KeptMedia } from "./draft-fields";
import { findDraftMedia, setDraftMedia } from "./draft-media.queries.server";

type Needs = Pick<Services, "db" | "storage" | "converter" | "clock" | "log">;

interface OwnDraft {
  creatorId: string;
  draftId: string;
}

/**
 * Keeps the picture or the trailer that was chosen for a draft: a form with the field `thumbnail` or `trailer`. The one
 * before is removed. Throws StorageError when the store fails, BrokenForm when the sender breaks off; then the draft
 * keeps no file that is not stored.
 */
export async function keepDraftMedia(services: Needs, own: OwnDraft, request: Request): Promise<KeptMedia> {
  const { db, storage, clock } = services;
  let picture: ReadThumbnail | undefined;
  let trailer: Awaited<ReturnType<typeof storeTrailer>>;
  let trailerName = "";
  // Before anything is stored for a draft that is not theirs.
  if (!(await findDraftMedia(db, own))) return { ok: false, error: "drafts.gone" };
  try {
    await readMultipart(request, {
      fileMaxBytes: trailerMaxBytes,
      maxFiles: 1,
      onFile: async ({ field, fileName, body }) => {
        if (field === "thumbnail") picture ??= await readThumbnail(body, fileName);
        if (field !== "trailer") return;
        trailer ??= await storeTrailer(services, own.creatorId, body, request.signal);
        trailerName = fileName.slice(0, 255);
      },
    });
  } catch (error) {
    if (trailer?.ok) await discardTrailer(services, trailer.trailer);
    throw error;
  }
  const now = clock();
  const set = (media: Omit<Parameters<typeof setDraftMedia>[1], keyof OwnDraft | "now">) =>
    db.transaction().execute((trx) => setDraftMedia(trx, { ...own, ...media, now }));
  if (trailer?.ok) {
    const { key, ready } = trailer.trailer;
    const isKept = await set({
      trailer_key: key,
      trailer_name: trailerName,
      trailer_seconds: ready?.seconds ?? null,
    });
    if (isKept) return { ok: true, trailerName };
    await discardTrailer(services, trailer.trailer);
    return { ok: false, error: "drafts.gone" };
  }
  const refused = picture ?? trailer;
  if (!refused) return { ok: false, error: "videos.thumbnailMissing" };
  if (!refused.ok) return refused;
  // Named before it is stored, so that its removal is certain.
  const { thumbnail } = refused;
  const thumbnailUrl = planThumbnailUrl(own.creatorId, thumbnail, now);
  if (!(await set({ thumbnail_url: thumbnailUrl }))) return { ok: false, error: "drafts.gone" };
  try {
    await storeThumbnail(storage, thumbnailUrl, thumbnail);
  } catch (error) {
    await set({ thumbnail_url: null });
    throw error;
  }
  // Ended meanwhile: the removal may have come before the file.
  if ((await findDraftMedia(db, own))?.thumbnailUrl === thumbnailUrl) return { ok: true, thumbnailUrl };
  await removeThumbnail(storage, thumbnailUrl);
  return { ok: false, error: "drafts.gone" };
}

/**
 * Picture and trailer that a sent form publishes if it brings no others: those of its draft, unless the form leaves
 * them out by `dropThumbnail` or `dropTrailer`. Read once, with the first file of the form.
 */
export class DraftMedia {
  private found: ReturnType<typeof findDraftMedia> | undefined;

  constructor(
    private readonly services: Pick<Services, "db" | "storage">,
    private readonly creatorId: string,
  ) {}

  /** `fields`: those that came before the picture. Throws StorageError when the store fails. */
  async openThumbnail(fields: Record<string, string>): Promise<Thumbnail | undefined> {
    const url = fields.dropThumbnail ? undefined : (await this.find(fields))?.thumbnailUrl;
    return url ? readStoredThumbnail(this.services.storage, url) : undefined;
  }

  async findTrailer(fields: Record<string, string>): Promise<StoredTrailer | undefined> {
    return fields.dropTrailer ? undefined : (await this.find(fields))?.trailer;
  }

  private async find(fields: Record<string, string>) {
    const draftId = parseId(fields.draftId);
    if (!draftId) return undefined;
    this.found ??= findDraftMedia(this.services.db, { creatorId: this.creatorId, draftId });
    return this.found;
  }
}
