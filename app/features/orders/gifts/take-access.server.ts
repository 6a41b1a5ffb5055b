import { lockPurchases } from "~/features/orders/course-credits/purchases-lock.queries.server";
import { findAccess } from "~/features/videos/grants/access-grants.queries.server";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import type { AccessLink } from "./access-link.server";
import { listOwnCheckouts, lockGift, takeGift } from "./gifts.queries.server";
import { lockInvitation, takeInvitation } from "./invitations.queries.server";
import { decideTaking, isGiftGone, isInvitationGone } from "./taking-rules";

export type TakenAccess =
  | { ok: true; productId: string }
  /** `gone`: revoked, unpaid, or unknown. `taken`: by another account. `own`: by who gives or made it. */
  | { ok: false; error: "gone" | "taken" | "own" | "hasAlready" };

/**
 * Grants the access of a link to the signed-in person, once: of two concurrent accounts one gets it. A repeated request
 * of that account changes nothing. Of two links to the same product one is left for somebody else.
 */
export async function takeAccess(
  { db, clock }: Pick<Services, "db" | "clock">,
  link: AccessLink,
  userId: string,
): Promise<TakenAccess> {
  return db.transaction().execute(async (trx) => {
    // Before all other locks: a second link of this moment sees the access that the first one gave.
    await lockPurchases(trx, userId);
    const found = await lockLink(trx, link);
    if (!found) return { ok: false, error: "gone" } as const;
    const { productId } = found;
    const refuse = (error: Extract<TakenAccess, { ok: false }>["error"]) => ({ ok: false, error }) as const;
    const taking = decideTaking(found, userId);
    if (taking === "yours") return { ok: true, productId } as const;
    if (taking !== "free") return refuse(taking);
    if (await findAccess(trx, { userId, productId })) return refuse("hasAlready");
    const now = clock();
    if (link.kind === "gift") await takeGift(trx, { saleId: link.id, userId, now });
    else await takeInvitation(trx, { id: link.id, userId, now });
    // The checkout of a video that was received as a gift is no longer needed.
    for (const checkoutId of await listOwnCheckouts(trx, { userId, productId }))
      await addJob(trx, "end-checkout", { checkoutId }, { key: `end:${checkoutId}` });
    return { ok: true, productId } as const;
  });
}

interface LockedLink {
  productId: string;
  takenBy: string | null;
  /** People who must not take it. */
  ownedBy: string[];
}

/** Locks what a link names; undefined if it gives nothing any more. */
async function lockLink(trx: Db, { kind, id, version }: AccessLink): Promise<LockedLink | undefined> {
  if (kind === "guest") {
    const found = await lockInvitation(trx, id);
    if (!found || isInvitationGone(found)) return undefined;
    return { productId: found.product_id, takenBy: found.taken_by, ownedBy: [found.creator_id] };
  }
  const gift = await lockGift(trx, id);
  if (!gift || isGiftGone(gift, version)) return undefined;
  const { product_id: productId, taken_by: takenBy, consumer_id, creator_id } = gift;
  return { productId, takenBy, ownedBy: [consumer_id, creator_id] };
}
