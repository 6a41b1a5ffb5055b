import type { Db } from "~/platform/db.server";
import type { AccessLink } from "./access-link.server";
import { findInvitation } from "./invitations.queries.server";

export interface ShownAccessLink {
  state: "open" | "taken" | "yours" | "gone";
  productId: string;
  title: string;
  thumbnailUrl: string | null;
  from: string;
}

/** Shows what a link gives to who holds it; undefined where it names nothing that is still to be had or watched. */
export async function showAccessLink(
  db: Db,
  { id }: AccessLink,
  viewerId: string | undefined,
): Promise<ShownAccessLink | undefined> {
  const found = await findInvitation(db, id);
  if (!found) return undefined;
  const isGone = found.revoked_at !== null || (found.deleted_at !== null && found.taken_by !== viewerId);
  return {
    state: isGone
      ? "gone"
      : found.taken_by === null
        ? "open"
        : found.taken_by === viewerId
          ? "yours"
          : "taken",
    productId: found.product_id,
    title: found.title,
    thumbnailUrl: found.thumbnail_url,
    from: found.creator_name ?? "",
  };
}
