import { noteDownloads } from "~/features/videos/media/video-streams.queries.server";
import { StreamingError } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services";
import type { KeepableVideo } from "./copies.queries.server";

/** `isAway`: the streaming service did not return the size of the video's file. */
export type MeasuredVideo = KeepableVideo & { isAway?: true };

/**
 * Returns a video with the sizes of its files at the streaming service. Until they are known, the service is asked for
 * them, and makes what is missing, which costs nothing before it is downloaded.
 */
export async function measureStream(
  { db, streaming, log }: Pick<Services, "db" | "streaming" | "log">,
  video: KeepableVideo,
): Promise<MeasuredVideo> {
  const { id, stream } = video;
  if (!stream || (stream.mp4 !== null && stream.sound !== null)) return video;
  try {
    if (!streaming) throw new StreamingError("a video is at a service that is not set up", "unavailable");
    const sizes = await streaming.prepareDownloads(stream.uid, stream);
    if (sizes.mp4 !== stream.mp4 || sizes.sound !== stream.sound) await noteDownloads(db, id, sizes);
    return { ...video, stream: { ...stream, ...sizes } };
  } catch (error) {
    if (!(error instanceof StreamingError)) throw error;
    log.warn({ err: error, videoId: id }, "a video's downloads could not be measured");
    return stream.mp4 === null ? { ...video, isAway: true } : video;
  }
}
