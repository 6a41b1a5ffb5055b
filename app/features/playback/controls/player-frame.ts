/** The attribute of the element that holds a player and its controls: full screen shows both. */
export const frameAttribute = "data-player-frame";

/** The look of the picture's place in the frame: in full screen it fills what the controls leave. */
export const pictureLook =
  "relative rounded-[inherit] group-[:fullscreen]/frame:min-h-0 group-[:fullscreen]/frame:flex-1";

type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Shows the player with its controls in full screen, or ends that. On an iPhone the video alone, by its own player. */
export function toggleFullScreen(video: HTMLVideoElement): void {
  if (document.fullscreenElement) {
    void document.exitFullscreen();
    return;
  }
  const frame = video.closest(`[${frameAttribute}]`) ?? video;
  if (document.fullscreenEnabled) void frame.requestFullscreen().catch(() => undefined);
  else (video as AppleVideo).webkitEnterFullscreen?.();
}

/** Whether the browser can show the player in full screen, in either way. */
export function hasFullScreen(video: HTMLVideoElement): boolean {
  return document.fullscreenEnabled || "webkitEnterFullscreen" in video;
}
