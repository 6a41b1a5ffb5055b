import type { StoredVideo } from "./videos";

/** https://developers.cloudflare.com/api/resources/stream/methods/get/ */
export function toDetails(video: StoredVideo, playbackUrl: string): Record<string, unknown> {
  const { uid, status } = video;
  const isReady = status.state === "ready";
  return {
    uid,
    creator: video.creator,
    thumbnail: `${playbackUrl}/${uid}/thumbnails/thumbnail.jpg`,
    readyToStream: isReady,
    status: { errorReasonCode: "", errorReasonText: "", ...status },
    meta: video.meta,
    created: video.created,
    modified: video.modified,
    size: video.received,
    preview: `${playbackUrl}/${uid}/watch`,
    allowedOrigins: [],
    requireSignedURLs: video.requireSignedURLs,
    uploaded: isReady ? video.modified : null,
    uploadExpiry: video.expiry,
    maxSizeBytes: null,
    maxDurationSeconds: video.maxDurationSeconds,
    duration: video.duration,
    input: { width: -1, height: -1 },
    playback: {
      hls: `${playbackUrl}/${uid}/manifest/video.m3u8`,
      dash: `${playbackUrl}/${uid}/manifest/video.mpd`,
    },
    watermark: null,
  };
}

export function toDownloads({ uid, mp4 }: StoredVideo, playbackUrl: string): Record<string, unknown> {
  return mp4 ? { default: { ...mp4, url: `${playbackUrl}/${uid}/downloads/default.mp4` } } : {};
}
