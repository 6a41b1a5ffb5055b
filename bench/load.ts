import autocannon from "autocannon";
import { processorSeconds } from "./memory";

export interface Load {
  url: string;
  headers?: Record<string, string>;
  seconds: number;
  connections?: number;
  /** The process that answers, for its processor time. */
  pid?: number;
  /** Each request has an address of its own, by a parameter that the page ignores. */
  distinct?: boolean;
}

export interface Measured {
  /** Per second. */
  rate: number;
  /** Percentiles of the response times, in milliseconds. */
  p50: number;
  p99: number;
  /** Processor time for each request, in milliseconds; it hardly depends on what else the machine does. */
  processor: number;
}

/** Requests a URL on ten connections for `seconds`. Returns responses per second; throws when one is not 2xx. */
export async function requestsPerSecond(load: Load): Promise<number> {
  return (await measureLoad(load)).rate;
}

/** As `requestsPerSecond`, with the response times. */
export async function measureLoad({
  url,
  headers,
  seconds,
  connections = 10,
  pid,
  distinct = false,
}: Load): Promise<Measured> {
  const before = pid ? processorSeconds(pid) : 0;
  const { pathname, search } = new URL(url);
  let nth = Date.now();
  const setupRequest = (request: autocannon.Request) => {
    nth += 1;
    return { ...request, path: `${pathname}${search}${search ? "&" : "?"}nth=${nth}` };
  };
  const requests = distinct ? [{ setupRequest }] : undefined;
  const result = await autocannon({ url, headers, connections, duration: seconds, requests });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url.split("?")[0]}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  }
  const spent = pid ? processorSeconds(pid) - before : 0;
  return {
    rate: result["2xx"] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    processor: (1000 * spent) / result["2xx"],
  };
}

/** As `inTurn`, with the response times. Each number is a median of its own. */
export async function compareInTurn(
  rounds: number,
  app: () => Promise<Measured>,
  bare: () => Promise<Measured>,
): Promise<{ app: Measured; bare: Measured }> {
  const measured = { app: [] as Measured[], bare: [] as Measured[] };
  const keep = async (side: "app" | "bare", measure: () => Promise<Measured>) => {
    const found = await measure();
    measured[side].push(found);
    return found.rate;
  };
  await inTurn(
    rounds,
    () => keep("app", app),
    () => keep("bare", bare),
  );
  return { app: medians(measured.app), bare: medians(measured.bare) };
}

/** Measures two sides in turn, so that slow moments of the machine affect both. Returns the medians. */
export async function inTurn(
  rounds: number,
  app: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ app: number; bare: number }> {
  const measured = { app: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    // Alternates the order, because the first one warms caches.
    const order = round % 2 === 0 ? (["bare", "app"] as const) : (["app", "bare"] as const);
    for (const side of order) measured[side].push(await (side === "app" ? app() : bare()));
  }
  return { app: median(measured.app), bare: median(measured.bare) };
}

/** Returns the medians of each figure of several measures. */
export function medians<Figures extends Record<keyof Figures, number>>(
  measured: readonly Figures[],
): Figures {
  const [first] = measured;
  if (!first) throw new Error("nothing was measured");
  const names = Object.keys(first) as (keyof Figures)[];
  return Object.fromEntries(
    names.map((name) => [name, median(measured.map((each) => each[name]))]),
  ) as Figures;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error("nothing was measured");
  return (low + high) / 2;
}
