import type { Db } from "~/platform/db.server";
import type { AccessLink } from "./access-link.server";
import { findGift } from "./gifts.queries.server";
import { findInvitation } from "./invitations.queries.server";
import { isGiftGone, isInvitationGone } from "./taking-rules";

export interface AccessLinkView {
  kind: AccessLink["kind"];
  state: "open" | "taken" | "yours" | "gone";
  productId: string;
  title: string;
  thumbnailUrl: string | null;
  from: string;
  /** What a gift says; null without words. */
  message: string | null;
}

/** Returns what a gift or invitation link offers its holder; undefined for an unknown link. */
export async function showAccessLink(
  db: Db,
  link: AccessLink,
  viewerId: string | undefined,
): Promise<AccessLinkView | undefined> {
  const found = link.kind === "gift" ? await readGift(db, link) : await readInvitation(db, link);
  if (!found) return undefined;
  const { isGone, takenBy, ...shown } = found;
  const state = isGone ? "gone" : takenBy === null ? "open" : takenBy === viewerId ? "yours" : "taken";
  return { kind: link.kind, ...shown, message: state === "open" ? shown.message : null, state };
}

async function readInvitation(db: Db, { id }: AccessLink) {
  const found = await findInvitation(db, id);
  if (!found) return undefined;
  return {
    isGone: isInvitationGone(found),
    takenBy: found.taken_by,
    productId: found.product_id,
    title: found.title,
    thumbnailUrl: found.thumbnail_url,
    from: found.creator_name ?? "",
    message: null,
  };
}

async function readGift(db: Db, { id, version }: AccessLink) {
  const gift = await findGift(db, id);
  if (!gift) return undefined;
  return {
    isGone: isGiftGone(gift, version),
    takenBy: gift.taken_by,
    productId: gift.product_id,
    title: gift.title,
    thumbnailUrl: gift.thumbnail_url,
    from: gift.giver_name ?? "",
    message: gift.message,
  };
}
