import autocannon from "autocannon";

export interface Load {
  url: string;
  headers?: Record<string, string>;
  seconds: number;
}

/** Requests a URL on ten connections for `seconds`. Returns responses per second; throws when one is not 2xx. */
export async function requestsPerSecond({ url, headers, seconds }: Load): Promise<number> {
  const result = await autocannon({ url, headers, connections: 10, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url.split("?")[0]}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  }
  return result["2xx"] / result.duration;
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

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error("nothing was measured");
  return (low + high) / 2;
}
