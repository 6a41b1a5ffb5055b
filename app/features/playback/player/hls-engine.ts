import type Hls from "hls.js";
import type { FreshLink } from "./use-fresh-link";

/** Seconds read ahead: viewers who leave have not paid for the rest. hls.js reads 60 MB, minutes of a small picture. */
const aheadSeconds = 30;

export interface HlsEngine {
  /** Switches to another link of the same video, unnoticed while the old one plays; rejects when the new one fails. */
  renew(link: FreshLink, at: { seconds: number; playing: boolean }): Promise<void>;
  /** Short side of the picture; undefined lets hls.js choose. */
  choose(side: number | undefined): void;
  end(): void;
}

interface HlsSource {
  src: string;
  startSeconds: number;
  links?: Links;
  /** Bits per second of the connection; undefined for the estimate of hls.js. */
  estimate?: number | undefined;
  /** Short side of the picture to keep to, in pixels. */
  side?: number | undefined;
}

/** On a fatal error the player emits `error`, as the browser does. `HlsClass`: few browsers need it. */
export function attachHls(
  HlsClass: typeof Hls,
  video: HTMLVideoElement,
  { src, startSeconds, links = createTokenLinks(src), estimate, side }: HlsSource,
): HlsEngine {
  const { Events, ErrorTypes } = HlsClass;
  let begin = startSeconds;
  let broken = false;
  /** The store refuses the present links: loading waits for others. */
  let refused = false;
  let parsed = false;
  let recovered = false;
  const hls = new HlsClass({
    // A worker would need a blob URL, which our Content-Security-Policy forbids.
    enableWorker: false,
    autoStartLoad: false,
    maxBufferLength: aheadSeconds,
    maxMaxBufferLength: aheadSeconds,
    ...(estimate ? { abrEwmaDefaultEstimate: estimate } : {}),
    xhrSetup: (request, url) => request.open("GET", links.freshen(url), true),
  });
  hls.on(Events.MANIFEST_PARSED, () => {
    parsed = true;
    if (side !== undefined) choose(side);
    hls.startLoad(begin > 0 ? begin : -1);
  });
  hls.on(Events.ERROR, (_event, { fatal, type, response }) => {
    // An expired link: hls.js would try every rendition, for up to a minute.
    if (response?.code === 403 && !broken) {
      hls.stopLoad();
      if (refused) return;
      refused = true;
      video.dispatchEvent(new Event("error"));
      return;
    }
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

  /** Resolves when a part has arrived, rejects on a permanent failure. */
  function loadAgain(start: () => void): Promise<void> {
    broken = false;
    refused = false;
    return new Promise((resolve, reject) => {
      const settle = (failure?: unknown) => {
        hls.off(Events.FRAG_BUFFERED, arrived);
        hls.off(Events.ERROR, failed);
        if (failure) reject(failure);
        else resolve();
      };
      const arrived = () => settle();
      const failed = (
        _event: unknown,
        {
          fatal,
          details,
          response,
        }: { fatal: boolean; details: string; response?: { code?: number | undefined } },
      ) => {
        if (fatal || response?.code === 403) settle(new Error(details));
      };
      hls.on(Events.FRAG_BUFFERED, arrived);
      hls.on(Events.ERROR, failed);
      start();
    });
  }

  function beginAnew(next: string, seconds: number): Promise<void> {
    begin = seconds;
    return loadAgain(() => hls.loadSource(next));
  }

  function choose(wanted: number | undefined): void {
    hls.nextLevel = hls.levels.findIndex(({ width, height }) => Math.min(width, height) === wanted);
  }

  return {
    choose,
    async renew(next, at) {
      links.add(next);
      if (!broken && !refused) return;
      // The buffer keeps playing if only the links were refused.
      if (broken || !parsed) await beginAnew(next.src, at.seconds);
      else await loadAgain(() => hls.startLoad(at.seconds));
      // A browser that requires a click first leaves the video paused.
      if (at.playing) await video.play().catch(() => undefined);
    },
    end: () => hls.destroy(),
  };
}

/** The latest links replace old ones in requests: playlists are read only once. */
export interface Links {
  add(link: FreshLink): void;
  freshen(url: string): string;
}

/** Every URL of a stream contains its link's token, which each request replaces by the latest. */
export function createTokenLinks(src: string): Links {
  let latest = tokenOf(src);
  const stale: string[] = [];
  return {
    add(next) {
      stale.push(latest);
      latest = tokenOf(next.src);
    },
    freshen: (url) => stale.reduce((fresh, token) => fresh.replace(`/${token}/`, `/${latest}/`), url),
  };
}

/** First path segment: `https://host/<token>/manifest/video.m3u8`. */
function tokenOf(src: string): string {
  return new URL(src).pathname.split("/")[1] ?? "";
}

/** A rendition in our own store keeps its path; the query, which signs it, is renewed. `base`: the page's address. */
export function createRungLinks(base: string): Links {
  const latest = new Map<string, string>();
  const placeOf = (url: URL) => url.origin + url.pathname;
  return {
    add({ rungs = [] }) {
      for (const rung of rungs) {
        const url = new URL(rung, base);
        latest.set(placeOf(url), url.href);
      }
    },
    freshen: (url) => latest.get(placeOf(new URL(url, base))) ?? url,
  };
}
