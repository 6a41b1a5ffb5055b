import type { Clock } from "~/integrations/clock";
import { type CloudflareClient, isSuccess, toRefusal, toUnreadable } from "./cloudflare-client.server";
import type { StreamOrder, StreamUpload } from "./streaming";

/**
 * In seconds. Cloudflare reserves that much of the paid storage until the file is there, and gives a longer video the
 * error ERR_DURATION_EXCEED_CONSTRAINT. 500 MB hold four hours of a spoken lesson at 290 kbit/s; longer ones exist, but
 * so do accounts with 1,000 minutes, of which every upload under way reserves 240.
 */
export const maxDurationSeconds = 4 * 60 * 60;

/**
 * In milliseconds. Cloudflare allows six hours at most, by its clock; the default of 30 minutes is too short for 500 MB
 * at 2 Mbit/s.
 */
const placeLasts = (6 * 60 - 5) * 60 * 1000;

/** How long Cloudflare may take to answer, in milliseconds: a creator waits for the upload to begin. */
const placeMs = 4_000;

const doing = "making a place for an upload";

/**
 * Makes a one-time upload address for tus:
 * https://developers.cloudflare.com/stream/uploading-videos/direct-creator-uploads/
 * The video needs signed links from its first moment on.
 */
export async function makePlace(
  client: CloudflareClient,
  clock: Clock,
  order: StreamOrder,
): Promise<StreamUpload> {
  const answer = await client.call({
    method: "POST",
    path: "?direct_user=true",
    headers: {
      "Tus-Resumable": "1.0.0",
      "Upload-Length": String(order.bytes),
      "Upload-Creator": order.creatorId,
      "Upload-Metadata": toUploadMetadata({
        name: order.name,
        maxDurationSeconds: String(maxDurationSeconds),
        requiresignedurls: undefined,
        expiry: new Date(clock().getTime() + placeLasts).toISOString(),
      }),
    },
    limitMs: placeMs,
    doing,
  });
  if (!isSuccess(answer)) throw toRefusal(doing, answer);
  // The address may contain the id, but Cloudflare promises it in this header only.
  const uid = answer.headers.get("stream-media-id");
  const uploadUrl = answer.headers.get("location");
  if (!uid || !uploadUrl || !URL.canParse(uploadUrl)) throw toUnreadable(doing);
  return { uid, uploadUrl };
}

/** Values in base64 after a space; a key without a value has none. */
function toUploadMetadata(entries: Record<string, string | undefined>): string {
  return Object.entries(entries)
    .map(([key, value]) => (value ? `${key} ${Buffer.from(value).toString("base64")}` : key))
    .join(",");
}
