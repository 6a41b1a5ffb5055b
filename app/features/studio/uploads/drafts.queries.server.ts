import { sql } from "kysely";
import type { Database, Db } from "~/platform/db.server";
import type { DraftFields } from "./draft-fields";
import { maxDrafts } from "./draft-limits";
import { removeDraftMedia } from "./draft-media.queries.server";

interface OwnDraft {
  creatorId: string;
  draftId: string;
}

/**
 * Lists a creator's drafts, the last saved first: never more than `maxDrafts`. `open`: the one whose fields are read
 * too.
 */
export async function listDrafts(
  db: Db,
  { creatorId, open }: { creatorId: string; open?: string | undefined },
) {
  return db
    .selectFrom("video_drafts")
    .leftJoin("videos", (join) =>
      join.onRef("videos.id", "=", "video_drafts.video_id").on("videos.deleted_at", "is", null),
    )
    .leftJoin("resumable_uploads", "resumable_uploads.video_id", "videos.id")
    .select((eb) => [
      "video_drafts.id",
      "revision",
      "saved_at",
      sql<string>`coalesce(fields ->> 'title', videos.title, '')`.as("title"),
      "videos.id as upload_id",
      "videos.file_name",
      "videos.video_url",
      "bytes",
      "file_mark",
      "write_handle",
      "video_drafts.thumbnail_url",
      "trailer_name",
      eb
        .case()
        .when("video_drafts.id", "=", open ?? null)
        .then(eb.ref("fields"))
        .end()
        .$castTo<DraftFields | null>()
        .as("fields"),
    ])
    .where("video_drafts.creator_id", "=", creatorId)
    .orderBy("saved_at", "desc")
    .orderBy("video_drafts.id")
    .limit(maxDrafts)
    .execute();
}

export async function countDrafts(db: Db, creatorId: string): Promise<number> {
  const { drafts } = await db
    .selectFrom("video_drafts")
    .select(({ fn }) => fn.countAll<number>().as("drafts"))
    .where("creator_id", "=", creatorId)
    .executeTakeFirstOrThrow();
  return Number(drafts);
}

/** Locks one of a creator's own drafts until the transaction ends. */
export async function lockDraft(trx: Db, { creatorId, draftId }: OwnDraft) {
  return trx
    .selectFrom("video_drafts")
    .select(["revision", "fields"])
    .where("id", "=", draftId)
    .where("creator_id", "=", creatorId)
    .forUpdate()
    .$castTo<{ revision: number; fields: DraftFields }>()
    .executeTakeFirst();
}

/**
 * Adds a draft, unless the creator has as many as allowed. Locks the creator, so that of two that count in order to add
 * one, the second sees what the first added. `taken`: the id is another draft's.
 */
export async function insertDraft(
  trx: Db,
  {
    creatorId,
    draftId,
    fields,
    videoId = null,
    now,
  }: OwnDraft & { fields: DraftFields; videoId?: string | null; now: Date },
): Promise<"added" | "full" | "taken"> {
  await trx.selectFrom("users").select("id").where("id", "=", creatorId).forNoKeyUpdate().execute();
  if ((await countDrafts(trx, creatorId)) >= maxDrafts) return "full";
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("video_drafts")
    .values({
      id: draftId,
      creator_id: creatorId,
      fields: JSON.stringify(fields),
      revision: 1,
      video_id: videoId,
      created_at: now,
      saved_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows ? "added" : "taken";
}

export async function updateDraft(
  trx: Db,
  {
    creatorId,
    draftId,
    fields,
    revision,
    now,
  }: OwnDraft & { fields: DraftFields; revision: number; now: Date },
): Promise<void> {
  await trx
    .updateTable("video_drafts")
    .set({ fields: JSON.stringify(fields), revision, saved_at: now })
    .where("id", "=", draftId)
    .where("creator_id", "=", creatorId)
    .execute();
}

/**
 * Deletes one of a creator's own drafts, and has its picture and trailer removed. Returns the id of its file's upload,
 * or undefined if there was no draft.
 */
export async function deleteDraft(
  trx: Db,
  { creatorId, draftId }: OwnDraft,
): Promise<{ videoId: string | null } | undefined> {
  const row = await trx
    .deleteFrom("video_drafts")
    .where("id", "=", draftId)
    .where("creator_id", "=", creatorId)
    .returning(["video_id", "thumbnail_url", "trailer_key"])
    .executeTakeFirst();
  if (!row) return undefined;
  await removeDraftMedia(trx, row);
  return { videoId: row.video_id };
}

/** Deletes the draft of a file, with its picture and trailer. */
export async function deleteDraftOfFile(
  trx: Db,
  { creatorId, videoId }: { creatorId: string; videoId: string },
): Promise<void> {
  const row = await trx
    .deleteFrom("video_drafts")
    .where("video_id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .returning(["thumbnail_url", "trailer_key"])
    .executeTakeFirst();
  if (row) await removeDraftMedia(trx, row);
}

/** Deletes drafts last saved before a moment, with their pictures and trailers. Returns how many. */
export async function deleteOldDrafts(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .deleteFrom("video_drafts")
      .where("id", "in", (query) =>
        query.selectFrom("video_drafts").select("id").where("saved_at", "<", before).limit(limit),
      )
      .returning(["thumbnail_url", "trailer_key"])
      .execute();
    for (const row of rows) await removeDraftMedia(trx, row);
    return rows.length;
  });
}
