import { parseId } from "~/features/base/form-fields/record-id";
import { findAccess } from "~/features/videos/grants/access-grants.queries.server";
import type { Services } from "~/platform/services";
import type { AccessLink } from "./access-link.server";
import { lockInvitation, takeInvitation } from "./invitations.queries.server";

export type TakenAccess =
  | { ok: true; productId: string }
  /** `gone`: revoked, or there is no such thing. `taken`: by another account. `own`: by who gives it. */
  | { ok: false; error: "gone" | "taken" | "own" | "hasAlready" };

/**
 * Gives the person who is signed in the access of a link, once: of two accounts at once one gets it. The one who has it
 * may ask again, which changes nothing.
 */
export async function takeAccess(
  { db, clock }: Pick<Services, "db" | "clock">,
  { id }: AccessLink,
  userId: string,
): Promise<TakenAccess> {
  if (!parseId(id)) return { ok: false, error: "gone" };
  return db.transaction().execute(async (trx) => {
    const found = await lockInvitation(trx, id);
    if (!found || found.revoked_at !== null || found.deleted_at !== null) return refuse("gone");
    const productId = found.product_id;
    if (found.creator_id === userId) return refuse("own");
    if (found.taken_by === userId) return { ok: true, productId } as const;
    if (found.taken_by !== null) return refuse("taken");
    if (await findAccess(trx, { userId, productId })) return refuse("hasAlready");
    await takeInvitation(trx, { id, userId, now: clock() });
    return { ok: true, productId } as const;
  });
}

const refuse = (error: Extract<TakenAccess, { ok: false }>["error"]) => ({ ok: false, error }) as const;
