import { sql } from "kysely";
import { findIdIn } from "~/features/base/form-fields/record-id";
import type { Db } from "~/platform/db.server";
import { chooseByAddress, idsOf, parseVideoAddress, type VideoAddress } from "./video-address";

/** Limits the videos that are compared for a short id: two share one by chance in a shop of a hundred thousand. */
export const maxAlike = 3;

/** Returns the condition that a video's id is the address's, or begins with its short id. */
export function isAddressed(address: VideoAddress) {
  if ("id" in address) return sql<boolean>`videos.id = ${address.id}`;
  const { first, last } = idsOf(address.shortId);
  return sql<boolean>`videos.id BETWEEN ${first} AND ${last}`;
}

/** Finds the id of the video that an address means, whether it is for sale or not. */
export async function findAddressedId(db: Db, address: VideoAddress): Promise<string | undefined> {
  const videos = await db
    .selectFrom("videos")
    .select(["videos.id", "videos.title"])
    .where(isAddressed(address))
    .orderBy("videos.created_at")
    .limit(maxAlike)
    .execute();
  return chooseByAddress(videos, address)?.id;
}

/**
 * Returns whether a path leads to this video. It does not for a video whose title and short id an older one has, too:
 * that is shown at its whole id.
 */
export async function leadsTo(db: Db, path: string, { id }: { id: string }): Promise<boolean> {
  const address = parseVideoAddress(path.split("/").at(-1));
  return address !== undefined && (await findAddressedId(db, address)) === id;
}

/** Finds the id of the video in a pasted text: a whole id anywhere in it, or the address of the video's public page. */
export async function findPastedVideoId(db: Db, text: string): Promise<string | undefined> {
  const id = findIdIn(text);
  if (id) return id;
  const address = parseVideoAddress(text.trim().split(/[?#]/)[0]?.split("/").at(-1));
  return address && findAddressedId(db, address);
}
