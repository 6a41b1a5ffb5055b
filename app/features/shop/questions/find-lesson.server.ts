import { parseId } from "~/features/base/form-fields/record-id";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import type { Db } from "~/platform/db.server";
import { type QuestionRole, questionRoles } from "./question-rules";

/** A video among whose questions a viewer may be. */
export interface Lesson {
  id: string;
  title: string;
  creatorId: string;
  role: QuestionRole;
}

/** Finds a video that the viewer may watch; undefined otherwise or for a malformed id. */
export async function findLesson(
  db: Db,
  viewer: { userId: string },
  rawId: string | undefined,
): Promise<Lesson | undefined> {
  const videoId = parseId(rawId);
  if (!videoId) return undefined;
  const { access, row } = await findWatchAccess(db, viewer, videoId);
  const role = questionRoles[access];
  return row && role && { id: row.id, title: row.title, creatorId: row.creator_id, role };
}
