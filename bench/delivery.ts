/** Five hundred viewers who seek in one video at once, as ranges. */
import { readFileSync } from "node:fs";
import autocannon from "autocannon";

const viewers = 500;
const rangeBytes = 64 * 1024;

/** Positions spread over the video, the same for both sides. */
const jumps = 97;

interface Watching {
  url: string;
  videoBytes: number;
  seconds: number;
  /** Of the link's viewer, if the app serves the file. */
  cookie?: string;
}

export interface Watched {
  /** Responses per second. */
  rate: number;
  /** Bytes sent. */
  bytes: number;
}

/** Seeks for `seconds`. Throws for any response other than a part. */
export async function watchAtOnce({ url, videoBytes, seconds, cookie = "" }: Watching): Promise<Watched> {
  const { origin, pathname, search } = new URL(url);
  const requests = Array.from({ length: jumps }, (_, jump) => {
    const start = Math.floor(((videoBytes - rangeBytes) * ((jump * 31) % jumps)) / jumps);
    const headers = { range: `bytes=${start}-${start + rangeBytes - 1}`, cookie };
    return { method: "GET" as const, path: pathname + search, headers };
  });
  const result = await autocannon({
    url: origin,
    connections: viewers,
    duration: seconds,
    timeout: 30,
    requests,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  return { rate: result["2xx"] / result.duration, bytes: result.throughput.total };
}

/** Counts a process's logged requests for files. */
export function countFileRequests(logFile: string): number {
  return readFileSync(logFile, "utf8").split('"path":"/files/').length - 1;
}
