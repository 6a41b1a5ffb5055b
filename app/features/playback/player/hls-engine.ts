import type Hls from "hls.js";

export interface HlsEngine {
  /**
   * Switches to another link of the same video, unnoticed while the old one still plays. After a failure it restarts
   * at the given position; rejects when that fails too.
   */
  renew(src: string, at: { seconds: number; playing: boolean }): Promise<void>;
  end(): void;
}

/**
 * Connects hls.js to a player. On a fatal error the player emits `error`, as the browser itself does. `HlsClass`:
 * passed in, because few browsers need it.
 */
export function attachHls(
  HlsClass: typeof Hls,
  video: HTMLVideoElement,
  src: string,
  startSeconds: number,
): HlsEngine {
  const { Events, ErrorTypes } = HlsClass;
  const links = createLinks(src);
  let begin = startSeconds;
  let broken = false;
  let recovered = false;
  const hls = new HlsClass({
    // A worker would need a blob URL, which our Content-Security-Policy forbids.
    enableWorker: false,
    autoStartLoad: false,
    xhrSetup: (request, url) => request.open("GET", links.freshen(url), true),
  });
  hls.on(Events.MANIFEST_PARSED, () => hls.startLoad(begin > 0 ? begin : -1));
  hls.on(Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return;
    if (type === ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true;
      hls.recoverMediaError();
      return;
    }
    broken = true;
    video.dispatchEvent(new Event("error"));
  });
  hls.loadSource(src);
  hls.attachMedia(video);

  function beginAnew(next: string, seconds: number): Promise<void> {
    begin = seconds;
    broken = false;
    return new Promise((resolve, reject) => {
      const settle = (failure?: unknown) => {
        hls.off(Events.FRAG_BUFFERED, arrived);
        hls.off(Events.ERROR, failed);
        if (failure) reject(failure);
        else resolve();
      };
      const arrived = () => settle();
      const failed = (_event: unknown, { fatal, details }: { fatal: boolean; details: string }) => {
        if (fatal) settle(new Error(details));
      };
      hls.on(Events.FRAG_BUFFERED, arrived);
      hls.on(Events.ERROR, failed);
      hls.loadSource(next);
    });
  }

  return {
    async renew(next, at) {
      links.add(next);
      if (!broken) return;
      await beginAnew(next, at.seconds);
      // A browser that requires a click first leaves the video paused.
      if (at.playing) await video.play().catch(() => undefined);
    },
    end: () => hls.destroy(),
  };
}

/**
 * Every URL of a stream contains its link's token, and playlists are read only once: each request is rewritten to use
 * the latest token.
 */
export function createLinks(src: string): { add(src: string): void; freshen(url: string): string } {
  let latest = tokenOf(src);
  const stale: string[] = [];
  return {
    add(next) {
      stale.push(latest);
      latest = tokenOf(next);
    },
    freshen: (url) => stale.reduce((fresh, token) => fresh.replace(`/${token}/`, `/${latest}/`), url),
  };
}

/** The first path segment: `https://host/<token>/manifest/video.m3u8`. */
function tokenOf(src: string): string {
  return new URL(src).pathname.split("/")[1] ?? "";
}
