import { type DownloadKind, downloadFiles, downloadKinds, type StoredVideo } from "./videos";

/** https://developers.cloudflare.com/api/resources/stream/methods/get/ */
export function toDetails(video: StoredVideo, playbackUrl: string): Record<string, unknown> {
  const { uid, status } = video;
  const isReady = status.state === "ready";
  return {
    uid,
    creator: video.creator,
    readyToStream: isReady,
    status: { errorReasonCode: "", errorReasonText: "", ...status },
    meta: video.meta,
    created: video.created,
    modified: video.modified,
    size: video.received,
    requireSignedURLs: video.requireSignedURLs,
    uploaded: isReady ? video.modified : null,
    uploadExpiry: video.expiry,
    maxDurationSeconds: video.maxDurationSeconds,
    duration: video.duration,
    input: { width: -1, height: -1 },
    playback: {
      hls: `${playbackUrl}/${uid}/manifest/video.m3u8`,
      dash: `${playbackUrl}/${uid}/manifest/video.mpd`,
    },
  };
}

/** https://developers.cloudflare.com/stream/viewing-videos/download-videos/ */
export function toDownloads(
  video: StoredVideo,
  playbackUrl: string,
  kinds: readonly DownloadKind[] = downloadKinds,
): Record<string, unknown> {
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const { type, name } = downloadFiles[kind];
      const url = `${playbackUrl}/${video.uid}/downloads/${name}`;
      return video[kind] ? [[type, { ...video[kind], url }]] : [];
    }),
  );
}
