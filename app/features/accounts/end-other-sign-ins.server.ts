import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { deleteUserSessions, renewSessionId, type Viewer } from "~/platform/session.queries.server";
import { makeSessionId } from "~/platform/session.server";

/** The session that asks was itself ended a moment ago. */
export class SignedOutMeanwhile extends Error {
  override readonly name = "SignedOutMeanwhile";
}

/**
 * Ends every other session of a viewer's. Theirs gets a new id (ASVS 5.0, 7.2.4): also a copy of this browser's cookie is
 * one of the others. Takes a transaction. Gives the new id, for the cookie; throws SignedOutMeanwhile, with nothing done.
 */
export async function keepThisSignInOnly(trx: Db, viewer: Viewer): Promise<string> {
  const { id, idHash } = makeSessionId();
  if (!(await renewSessionId(trx, { from: viewer.sessionIdHash, to: idHash })))
    throw new SignedOutMeanwhile();
  await deleteUserSessions(trx, viewer.userId, idHash);
  return id;
}

/** As `keepThisSignInOnly`, by itself. Gives undefined for a session that was ended a moment ago: nothing is done. */
export async function endOtherSignIns(
  { db }: Pick<Services, "db">,
  viewer: Viewer,
): Promise<string | undefined> {
  return db
    .transaction()
    .execute((trx) => keepThisSignInOnly(trx, viewer))
    .catch((error: unknown) => {
      if (error instanceof SignedOutMeanwhile) return undefined;
      throw error;
    });
}
