import { parseId } from "~/features/base/form-fields/record-id";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import {
  deleteOtherSession,
  deleteUserSessions,
  renewSessionId,
  type Viewer,
} from "~/platform/session/session.queries.server";
import { makeToken } from "~/platform/session/tokens.server";

/** The requesting session itself has just been ended. */
export class SessionEnded extends Error {
  override readonly name = "SessionEnded";
}

/**
 * Ends the viewer's other sessions within a transaction, and gives this session a new id (ASVS 5.0, 7.2.4), which
 * invalidates copies of its cookie and adds no proof of identity. Returns the new id; throws SessionEnded without any
 * change.
 */
export async function endOtherSessionsIn(trx: Db, viewer: Viewer, now: Date): Promise<string> {
  const { token: id, tokenHash: idHash } = makeToken();
  if (!(await renewSessionId(trx, { from: viewer.sentIdHash, to: idHash, now }))) throw new SessionEnded();
  await deleteUserSessions(trx, viewer.userId, idHash);
  return id;
}

/** As `endOtherSessionsIn`, in its own transaction. Returns undefined when the session has just been ended. */
export async function endOtherSessions(
  { db, clock }: Pick<Services, "db" | "clock">,
  viewer: Viewer,
): Promise<string | undefined> {
  return db
    .transaction()
    .execute((trx) => endOtherSessionsIn(trx, viewer, clock()))
    .catch((error: unknown) => {
      if (error instanceof SessionEnded) return undefined;
      throw error;
    });
}

/** Ends one other session of the viewer, by the id in a form's field. Returns whether there was such a session. */
export async function endOtherSession(
  { db }: Pick<Services, "db">,
  viewer: Viewer,
  rawId: string | undefined,
): Promise<boolean> {
  const id = parseId(rawId);
  return id !== undefined && deleteOtherSession(db, viewer, id);
}
