import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { type OwnVideo, setSoldAlone } from "./edit-video.queries.server";

/**
 * Sells a video alone, too, or only in courses. People who saved a video learn of a price that fell while it was sold
 * only in courses.
 */
export async function sellAlone(trx: Db, choice: OwnVideo & { soldAlone: boolean }): Promise<void> {
  const isChanged = await setSoldAlone(trx, choice);
  if (isChanged && choice.soldAlone) await queuePriceFall(trx, choice.videoId);
}

/** Has people who saved a video at a higher price informed of its present one. */
export async function queuePriceFall(trx: Db, videoId: string): Promise<void> {
  await addJob(trx, "tell-price-fall", { videoId }, { key: `price:${videoId}` });
}
