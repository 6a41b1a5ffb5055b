import { looksLikeHandle } from "~/features/shop/creators/profile-rules";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { LimitRule } from "~/platform/try-counter.server";
import type { FollowView } from "./follow-form";
import {
  countFollowers,
  deleteFollow,
  findFollowed,
  insertFollow,
  isFollowing,
} from "./follows.queries.server";

/** Per account, both directions. */
export const followLimit: LimitRule = { name: "follow", tries: 60, seconds: 3_600 };

/** Idempotent. Returns the creator's name. */
export async function followCreator(
  { db, clock }: Pick<Services, "db" | "clock">,
  { handle, userId, follows }: { handle: string; userId: string; follows: boolean },
): Promise<{ ok: true; name: string } | { ok: false; error: "notFound" | "oneself" }> {
  const followed = looksLikeHandle(handle) ? await findFollowed(db, handle) : undefined;
  if (!followed) return { ok: false, error: "notFound" };
  const { creatorId, name } = followed;
  if (creatorId === userId) return { ok: false, error: "oneself" };
  await db.transaction().execute(async (trx) => {
    if (follows) await insertFollow(trx, { creatorId, userId, now: clock() });
    else await deleteFollow(trx, { creatorId, userId });
  });
  return { ok: true, name };
}

/** Only the creator sees how many follow. */
export async function showFollow(
  db: Db,
  { creatorId, userId, locale }: { creatorId: string; userId: string | undefined; locale: Locale },
): Promise<FollowView> {
  const text = serverTexts[locale];
  if (creatorId === userId)
    return { hint: text("announcements.followerCount", { count: await countFollowers(db, creatorId) }) };
  const follows = userId !== undefined && (await isFollowing(db, { creatorId, userId }));
  return {
    button: {
      intent: follows ? "unfollow" : "follow",
      label: text(follows ? "announcements.unfollow" : "announcements.follow"),
    },
    hint: text(follows ? "announcements.following" : "announcements.followHint"),
  };
}
