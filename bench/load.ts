import { execFile, execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { promisify } from "node:util";

/** Not a dependency: it brings thirty packages. */
const autocannon = "autocannon@9.0.0";

/** Each side is measured once, for a second. */
export const short = process.argv.includes("--short");
const rounds = short ? 1 : 3;
const seconds = short ? 1 : 3;

interface Load {
  url: string;
  headers?: Record<string, string>;
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
  /** Of the server for each request, in milliseconds; other load hardly changes it. */
  processor: number;
}

interface Report {
  non2xx: number;
  errors: number;
  "2xx": number;
  /** Seconds. */
  duration: number;
  latency: { p50: number; p99: number };
}

/** On several connections. Throws when an answer is not 2xx. */
export async function measureLoad(load: Load): Promise<Measured> {
  const { url, headers = {}, connections = 10, pid, distinct = false } = load;
  const before = pid ? processorSeconds(pid) : 0;
  // It replaces this by an id of each request; an argument that ends with a bracket is a list to it.
  const address = distinct ? `${url}${url.includes("?") ? "&" : "?"}nth=[<id>]-` : url;
  const words = ["--json", "--connections", String(connections), "--duration", String(seconds)];
  if (distinct) words.push("--idReplacement");
  for (const [name, value] of Object.entries(headers)) words.push("--headers", `${name}=${value}`);
  const { stdout } = await promisify(execFile)("npx", ["--yes", autocannon, ...words, address]);
  const result = JSON.parse(stdout) as Report;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url.split("?")[0]}: ${result.non2xx} answers other than 2xx, ${result.errors} errors`);
  const spent = pid ? processorSeconds(pid) - before : 0;
  return {
    rate: result["2xx"] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    processor: (1000 * spent) / result["2xx"],
  };
}

/** On eight connections. */
export async function timeEach(count: number, work: (n: number) => Promise<unknown>): Promise<Measured> {
  const taken: number[] = [];
  let next = 0;
  const start = performance.now();
  const worker = async () => {
    while (next < count) {
      next += 1;
      const n = next;
      const began = performance.now();
      await work(n);
      taken.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const sorted = taken.sort((a, b) => a - b);
  const rate = count / ((performance.now() - start) / 1000);
  return { rate, p50: median(sorted), p99: sorted[Math.ceil(count * 0.99) - 1] ?? Number.NaN, processor: 0 };
}

/** Returns a function that works so many times, in turn, and returns the median in milliseconds. */
export function timed(work: () => Promise<unknown>, times: number): () => Promise<number> {
  return async () => {
    const taken: number[] = [];
    for (let time = 0; time < times; time++) {
      const start = performance.now();
      await work();
      taken.push(performance.now() - start);
    }
    return median(taken);
  };
}

type Side<T> = () => Promise<T>;

/** In turn, so that slow moments of the machine affect both sides. Returns medians. */
export async function compare(app: Side<Measured>, bare: Side<Measured>) {
  const measured = await alternate(rounds, app, bare);
  return { app: medians(measured.app), bare: medians(measured.bare) };
}

export async function inTurn(times: number, app: Side<number>, bare: Side<number>) {
  const measured = await alternate(times, app, bare);
  return { app: median(measured.app), bare: median(measured.bare) };
}

async function alternate<T>(times: number, app: Side<T>, bare: Side<T>): Promise<{ app: T[]; bare: T[] }> {
  const [ofApp, ofBare]: [T[], T[]] = [[], []];
  for (let round = 0; round < times; round++) {
    // Alternates the order, because the first one warms caches.
    if (round % 2 === 1) ofApp.push(await app());
    ofBare.push(await bare());
    if (round % 2 === 0) ofApp.push(await app());
  }
  return { app: ofApp, bare: ofBare };
}

function medians(measured: readonly Measured[]): Measured {
  const of = (name: keyof Measured) => median(measured.map((each) => each[name]));
  return { rate: of("rate"), p50: of("p50"), p99: of("p99"), processor: of("processor") };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error("nothing was measured");
  return (low + high) / 2;
}

/** Bytes: proc(5), elsewhere ps(1). */
export function residentBytes(pid: number): number {
  const file = `/proc/${pid}/status`;
  const kibibytes = existsSync(file)
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(file, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Number(kibibytes) * 1024;
}

/** Ten samples per second. Returns a function for the maximum so far. */
export function watchMemory(pid: number): () => number {
  let highest = residentBytes(pid);
  const timer = setInterval(() => {
    highest = Math.max(highest, residentBytes(pid));
  }, 100);
  return () => {
    clearInterval(timer);
    return Math.max(highest, residentBytes(pid));
  };
}

/** So far, in seconds: proc(5), in ticks of 10 ms; zero without /proc. `ended`: with children that have ended. */
export function processorSeconds(pid: number, { ended = false } = {}): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  const ticks = fields.slice(11, ended ? 15 : 13).map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}
