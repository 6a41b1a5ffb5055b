import type { Actor } from "~/features/audit/actor.server";
import { insertAuditEntry } from "~/features/audit/audit.queries.server";
import type { Services } from "~/platform/services";
import { lockVideo, setVideoSuspended } from "./suspensions.queries.server";

/** `changed` is false where it was so already: a form sent twice. */
export type VideoSuspended =
  | { ok: true; changed: boolean; creatorId: string }
  | { ok: false; error: "notFound" };

/**
 * Takes a video out of the shop, or puts it back, with its entry in the audit trail. Who bought it keeps watching, and
 * who is at the payment page may finish (docs/decisions/0022-suspension.md). A reason is given where it is taken out.
 */
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
