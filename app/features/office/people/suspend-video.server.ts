import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { queueWithdrawal } from "~/features/shop/sharing/share-pictures.queries.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { lockVideo, setVideoSuspended } from "./suspensions.queries.server";

/** `changed`: false for a form sent twice. */
type VideoSuspended = { ok: true; changed: boolean; creatorId: string } | { ok: false; error: "notFound" };

/** Buyers keep access, and open checkouts may complete; the public files move (docs/decisions/0022). */
export async function suspendVideo(
  { db, clock }: Pick<Services, "db" | "clock">,
  wish: { videoId: string; suspended: boolean; reason?: string; by: Actor },
): Promise<VideoSuspended> {
  return db.transaction().execute(async (trx) => {
    const video = await lockVideo(trx, wish.videoId);
    if (!video) return { ok: false, error: "notFound" } as const;
    const before = video.suspended_at !== null;
    if (before === wish.suspended) return { ok: true, changed: false, creatorId: video.creator_id } as const;
    await setVideoSuspended(trx, video.id, wish.suspended ? clock() : null);
    if (wish.suspended)
      await queueWithdrawal(trx, { creatorId: video.creator_id, videoId: video.id, now: clock() });
    await insertAuditEntry(trx, wish.by, {
      action: wish.suspended ? "videoSuspended" : "videoRestored",
      target: { kind: "video", id: video.id, label: video.title },
      before: { suspended: before },
      after: { suspended: wish.suspended },
      reason: wish.reason,
    });
    return { ok: true, changed: true, creatorId: video.creator_id } as const;
  });
}
