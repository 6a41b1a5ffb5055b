/**
 * `npm run bench`: the product against minimal implementations, as a Markdown table whose rows are printed as they are
 * measured. Takes some ten minutes. With names, such as `npm run bench -- search shop`, only those parts; with
 * `--short` those that take less than three minutes together, each measured once.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { startS3Server } from "../tests/support/s3/s3-server";
import { measureAdmin } from "./admin";
import { type AppUnderTest, makeThumbnail, startAppUnderTest } from "./app-under-test";
import { crowds, rush } from "./buyers";
import { type ChildServer, startChildServer } from "./child-server";
import { countFileRequests, watchAtOnce } from "./delivery";
import { effort, short } from "./effort";
import { measureExports } from "./exports";
import { measureFarDatabase } from "./far-database";
import { measureFirstPaint } from "./first-paint";
import { measureFreshPages } from "./fresh-pages";
import { measureLedger } from "./ledger";
import { measureProof } from "./ledger-proof";
import { inTurn, type Measured, requestsPerSecond } from "./load";
import { residentBytes, watchMemory } from "./memory";
import { findPublicPaths, measureKeptPages, measureOwnPages, type PageTimes } from "./pages";
import { measureResumable } from "./resumable";
import { measureSearch } from "./search";
import { measureShop } from "./shop";
import { measureSignIns } from "./sign-in";
import { measureSlowVideo } from "./slow-video";
import { upload } from "./upload-client";
import { measureWebhooks } from "./webhooks";

/** The largest allowed video: 500 MB (app/features/base/files/accepted-videos.ts). */
const videoBytes = 524_288_000;
const warmUpBytes = 20 * 1024 * 1024;
const rangeBytes = 64 * 1024;
const mebibyte = 1024 * 1024;

interface Row {
  what: string;
  app: string;
  bare: string;
  result: string;
  bar: string;
  /** Of the app, in milliseconds. */
  times?: string;
}

interface Part {
  doing: string;
  /** Measured by `--short`. */
  quick?: boolean;
  measure: () => Promise<Row[]> | AsyncIterable<Row>;
}

/** In this order: later parts use the data of earlier ones, and the last one fills the database. */
const parts: Record<string, Part> = {
  pages: { doing: "pages of everyone", quick: true, measure: measurePages },
  "sign-in": { doing: "sign-ins", quick: true, measure: async () => [await measureLogins(await theApp())] },
  far: { doing: "requests while the database is 5 and 50 ms away", measure: measureFar },
  own: { doing: "pages of a person", quick: true, measure: measureOwn },
  fresh: { doing: "pages of a person rendered from new data", measure: measureFresh },
  paint: { doing: "the first view of the public pages on a phone", measure: measurePaint },
  video: { doing: "the first picture of a video on a slow line", measure: measureVideo },
  search: { doing: "searches among 1,000,000 videos", measure: measureSearches },
  shop: { doing: "sorts, related videos and reviews of a large shop", measure: measureShelves },
  proof: { doing: "the proof of a ledger of 1,000,000 sales", measure: measureProofs },
  ledger: { doing: "the money of a creator with 1,000,000 ledger lines", measure: measureMoney },
  admin: {
    doing: "the administrators' lists with 1,000,000 consumers and 5,000,000 sales",
    measure: measureLists,
  },
  upload: { doing: "uploads", measure: async () => measureUpload(await theApp()) },
  resumable: { doing: "resumable uploads", measure: async () => measureTus(await theApp()) },
  range: {
    doing: "ranges of a video",
    quick: true,
    measure: async () => [await measureRange(await theApp())],
  },
  delivery: { doing: "500 viewers who seek", measure: async () => measureDelivery(await theApp()) },
  buyers: { doing: "people who buy one video at once", measure: measureRushes },
  webhooks: { doing: "webhooks", quick: true, measure: async () => [await measureSettling()] },
  exports: {
    doing: "files of 100,000 creators and 1,000,000 consumers",
    measure: async () => measureFiles(await theApp()),
  },
};
const wanted = process.argv.slice(2).filter((argument) => argument !== "--short");
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  say(`There is no part ${unknown.join(", ")}. The parts are ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}

const dir = mkdtempSync(join(tmpdir(), "sabia-bench-"));
const children: { stop(): Promise<void> }[] = [];
let started: Promise<AppUnderTest> | undefined;
const begun = performance.now();
try {
  console.log("| What | App | Bare | Result | Bar | p50 / p99 | Memory |\n|---|---|---|---|---|---|---|");
  for (const [name, { doing, quick = false, measure }] of Object.entries(parts)) {
    if (wanted.length > 0 ? !wanted.includes(name) : short && !quick) continue;
    say(`${doing}…`);
    for await (const row of await measure()) await print(row);
  }
  const seconds = Math.round((performance.now() - begun) / 1000);
  say(`done in ${seconds} s: Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}`);
} finally {
  for (const child of children.reverse()) await child.stop();
  rmSync(dir, { recursive: true, force: true });
}

async function print({ what, app, bare, result, bar, times = "" }: Row): Promise<void> {
  const memory = started ? `${Math.round(residentBytes((await started).pid) / mebibyte)} MiB` : "";
  console.log(`| ${what} | ${app} | ${bare} | ${result} | ${bar} | ${times} | ${memory} |`);
}

/** The app, started for the first part that needs it. One trusted proxy: sign-ins come from many addresses. */
function theApp(): Promise<AppUnderTest> {
  started ??= (async () => {
    say("starting the app…");
    const app = await startAppUnderTest(join(dir, "app"), { TRUSTED_PROXY_HOPS: "1" });
    children.push(app);
    return app;
  })();
  return started;
}

async function startBare(name: string, env: Record<string, string>): Promise<ChildServer> {
  const bare = await startChildServer(name, env);
  children.push(bare);
  return bare;
}

async function* measurePages(): AsyncGenerator<Row> {
  const app = await theApp();
  const startWith = (paths: string[]) =>
    startBare("bare-pages.ts", { BENCH_ORIGIN: app.url, BENCH_PATHS: paths.join(" ") });
  for await (const times of measureKeptPages(app, await findPublicPaths(app), startWith))
    yield pageRow(times);
}

async function* measureOwn(): AsyncGenerator<Row> {
  const app = await theApp();
  await publishAndWatch(app);
  const list = await (await fetch(`${app.url}/marketplace`, { headers: { Cookie: app.cookie } })).text();
  const watch = /\/watch\/[0-9a-f-]{36}/.exec(list)?.[0] ?? "";
  for await (const times of measureOwnPages(app, watch)) yield pageRow(times);
}

/** The bar holds at 50 ms, against the release of `BENCH_BEFORE`. */
async function* measureFar(): AsyncGenerator<Row> {
  for await (const { what, roundTripMs, now, before } of measureFarDatabase(dir)) {
    const ratio = before === undefined ? undefined : before / now;
    yield {
      what: `${what}, the database ${roundTripMs} ms away`,
      app: `${now.toFixed(0)} ms`,
      bare: before === undefined ? "" : `${before.toFixed(0)} ms before`,
      result: ratio === undefined ? `${now.toFixed(0)} ms` : `${ratio.toFixed(1)} times faster`,
      bar: ratio === undefined || roundTripMs < 50 ? "recorded" : verdict(ratio >= 3, "at least 3"),
    };
  }
}

/** Against the release of `BENCH_BEFORE`. */
async function* measureFresh(): AsyncGenerator<Row> {
  for await (const { what, now, before } of measureFreshPages(dir)) {
    const row = pageRow({
      what: `${what}, rendered afresh`,
      app: now,
      bar: undefined,
      ...(before && { bare: before }),
    });
    yield { ...row, bare: before ? `${row.bare} before` : "" };
  }
}

/** Against the release of `BENCH_BEFORE`. */
async function* measurePaint(): AsyncGenerator<Row> {
  const shown = ({ firstText, largest }: { firstText: number; largest: number }) =>
    `first text ${(firstText / 1_000).toFixed(2)} s, largest ${(largest / 1_000).toFixed(2)} s`;
  for await (const { what, now, before } of measureFirstPaint(dir))
    yield {
      what: `${what} on a phone`,
      app: shown(now),
      bare: before ? `${shown(before)} before` : "",
      result: before ? (now.largest / before.largest).toFixed(2) : `${(now.largest / 1_000).toFixed(2)} s`,
      bar: verdict(now.largest <= 1_800, "at most 1.8 s"),
    };
}

async function measureVideo(): Promise<Row[]> {
  const measured = await measureSlowVideo(dir);
  if (!measured) return [];
  const { ladder, original, originalBits, encodingSeconds } = measured;
  const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000)} kB`;
  const times = (side: typeof ladder) =>
    `${(side.milliseconds / 1_000).toFixed(1)} s, ${kilobytes(side.bytes)}, ${kilobytes(side.bytesLater)} ten seconds later`;
  return [
    {
      what: `First picture at 1.6 Mbit/s and 150 ms: the ladder against an original of ${(originalBits / 1_000_000).toFixed(1)} Mbit/s`,
      app: times(ladder),
      bare: times(original),
      result: `${(ladder.milliseconds / original.milliseconds).toFixed(2)} of its time`,
      bar: verdict(ladder.milliseconds <= 4_000, "at most 4 s"),
    },
    {
      what: "Making that ladder",
      app: `${encodingSeconds.toFixed(1)} s for each second`,
      bare: "",
      result: `${encodingSeconds.toFixed(1)} s`,
      bar: "recorded",
    },
  ];
}

async function measureLogins(app: AppUnderTest): Promise<Row> {
  const { app: own, bare } = await measureSignIns(app);
  return pageRow({
    what: "Sign-ins with a password, against verifying the password alone",
    app: own,
    bare,
    bar: undefined,
  });
}

function pageRow({ what, app, bare, bar }: PageTimes): Row {
  const ratio = bare && app.rate / bare.rate;
  const rate = (side: Measured) =>
    `${perSecond(side.rate)}${side.processor ? `, ${side.processor.toFixed(side.processor < 1 ? 3 : 1)} ms each` : ""}`;
  const byProcessor =
    bare?.processor && app.processor ? `, ${formatRatio(bare.processor / app.processor)} by processor` : "";
  return {
    what,
    app: rate(app),
    bare: bare ? rate(bare) : "",
    result: ratio ? formatRatio(ratio) + byProcessor : perSecond(app.rate),
    bar: bar === undefined || ratio === undefined ? "recorded" : verdict(ratio >= bar, `at least ${bar}`),
    times: `${app.p50.toFixed(1)} / ${app.p99.toFixed(1)} ms`,
  };
}

function formatRatio(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0);
}

async function measureUpload(app: AppUnderTest): Promise<Row[]> {
  const bareDir = join(dir, "bare");
  mkdirSync(bareDir);
  const bare = await startBare("bare-upload.ts", { BENCH_DIR: bareDir });
  const thumbnail = await makeThumbnail();
  const send = (target: { url: string; cookie?: string }, bytes: number) => upload(target, thumbnail, bytes);
  const tidy = () => {
    for (const folder of readdirSync(app.objectsDir)) {
      // Their records stay: nothing plays them here.
      for (const name of readdirSync(join(app.objectsDir, folder))) {
        if (name.endsWith(".mp4")) rmSync(join(app.objectsDir, folder, name));
      }
    }
    rmSync(join(bareDir, "video"), { force: true });
  };
  // Loads what is loaded on first use (above all the image library), so that only the uploads' own memory counts.
  for (const target of [bare, app]) await send(target, warmUpBytes);
  tidy();
  const highest = watchMemory(app.pid);
  const before = highest();
  const watching = watchMemory(app.pid);
  const measured = await inTurn(
    5,
    async () => videoBytes / (await send(app, videoBytes).finally(tidy)),
    async () => videoBytes / (await send(bare, videoBytes).finally(tidy)),
  );
  const grown = (watching() - before) / mebibyte;
  const ratio = measured.app / measured.bare;
  const rate = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB/s`;
  return [
    {
      what: "Upload of 500 MB through the form, against node http + busboy",
      app: rate(measured.app),
      bare: rate(measured.bare),
      result: ratio.toFixed(2),
      bar: verdict(ratio >= 0.5, "at least 0.5"),
    },
    {
      what: "Resident memory during those uploads",
      app: `+${Math.round(grown)} MiB on ${Math.round(before / mebibyte)}`,
      bare: "",
      result: `${Math.round(grown)} MiB`,
      bar: verdict(grown < 100, "under 100 MB"),
    },
  ];
}

async function measureTus(app: AppUnderTest): Promise<Row[]> {
  const bareDir = join(dir, "bare-tus");
  mkdirSync(bareDir);
  const bare = await startBare("bare-tus.ts", { BENCH_DIR: bareDir });
  const { againstForm, againstTus, many } = await measureResumable(app, bare, bareDir);
  const rate = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB/s`;
  const memory = many.highest / mebibyte;
  return [
    {
      what: "Resumable upload of 500 MB, against the form without script",
      app: rate(againstForm.app),
      bare: rate(againstForm.bare),
      result: (againstForm.app / againstForm.bare).toFixed(2),
      bar: "recorded",
    },
    {
      what: "The same, against @tus/server and its file store alone",
      app: rate(againstTus.app),
      bare: rate(againstTus.bare),
      result: (againstTus.app / againstTus.bare).toFixed(2),
      bar: "recorded",
    },
    {
      what: "Resident memory during 20 resumable uploads of 500 MB at once",
      app: `${Math.round(memory)} MiB, ${rate(many.rate)} in all`,
      bare: `${Math.round(many.before / mebibyte)} MiB before`,
      result: `${Math.round(memory)} MiB`,
      bar: verdict(many.highest < 300_000_000, "under 300 MB"),
    },
  ];
}

/** The app runs no jobs: the mail and payment servers that they talk to share this process with the bare side. */
async function measureSettling(): Promise<Row> {
  const app = await startAppUnderTest(join(dir, "settling"), { SABIA_WORKER: "1" });
  const measured = await measureWebhooks(app).finally(() => app.stop());
  const ratio = measured.app / measured.bare;
  return {
    what: "Payments settled by webhook, against the bare SQL of the same transactions",
    app: perSecond(measured.app),
    bare: perSecond(measured.bare),
    result: ratio.toFixed(2),
    bar: verdict(ratio >= 0.8, "at least 0.8"),
  };
}

async function* measureRushes(): AsyncGenerator<Row> {
  // Webhooks and mails run in the app; in the first purchases a process takes much longer.
  const app = await startAppUnderTest(join(dir, "buyers"));
  try {
    await rush(app, 100);
    for (const crowd of crowds) {
      const { buyers, served, shed, failed, sales, longest, last } = await rush(app, crowd);
      yield {
        what: `${buyers} people who buy one video in the same second`,
        app: `${served} served at once, ${shed} after being sent again, ${failed} failed`,
        bare: "",
        result: `${sales} sales in ${(last / 1_000).toFixed(1)} s`,
        bar: verdict(failed === 0 && sales === buyers, "none lost"),
        times: `longest answer ${(longest / 1_000).toFixed(1)} s`,
      };
    }
  } finally {
    await app.stop();
  }
}

async function measureRange(app: AppUnderTest): Promise<Row> {
  const link = await publishAndWatch(app);
  const key = new URL(link, app.url).pathname.replace("/files/", "");
  const bare = await startBare("bare-range.ts", { BENCH_DIR: app.objectsDir });
  const start = 5 * mebibyte;
  const headers = { Range: `bytes=${start}-${start + rangeBytes - 1}`, Cookie: app.cookie };
  const ask = (url: string) => requestsPerSecond({ url, headers, seconds: effort.seconds });
  const addresses = { app: `${app.url}${link}`, bare: `${bare.url}/${key}` };
  for (const url of Object.values(addresses)) await requireRange(url, headers);
  const measured = await inTurn(
    short ? 1 : 5,
    () => ask(addresses.app),
    () => ask(addresses.bare),
  );
  const ratio = measured.app / measured.bare;
  return {
    what: "64 KiB of a signed video, against express + send",
    app: perSecond(measured.app),
    bare: perSecond(measured.bare),
    result: ratio.toFixed(2),
    bar: verdict(ratio >= 0.8, "at least 0.8"),
  };
}

async function measureDelivery(app: AppUnderTest): Promise<Row[]> {
  const link = await publishAndWatch(app);
  const key = new URL(link, app.url).pathname.replace("/files/", "");
  const bare = await startBare("bare-range.ts", { BENCH_DIR: app.objectsDir });
  const watch = async (url: string) =>
    (await watchAtOnce({ url, videoBytes: warmUpBytes, seconds: 4, cookie: app.cookie })).rate;
  const measured = await inTurn(
    5,
    () => watch(`${app.url}${link}`),
    () => watch(`${bare.url}/${key}`),
  );
  const ratio = measured.app / measured.bare;

  const store = await startS3Server();
  children.push({ stop: store.close });
  const onS3 = await startAppUnderTest(join(dir, "app-on-s3"), {
    STORAGE_DIR: "",
    S3_BUCKET: store.settings.bucket,
    S3_ENDPOINT: store.settings.endpoint,
    S3_REGION: store.settings.region,
    S3_ACCESS_KEY_ID: store.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
  });
  children.push(onS3);
  const presigned = await publishAndWatch(onS3);
  const sent = await watchAtOnce({ url: presigned, videoBytes: warmUpBytes, seconds: 4 });
  const own = countFileRequests(onS3.logFile);
  return [
    {
      what: "500 viewers who seek, 64 KiB each time, on disk, against express + send",
      app: perSecond(measured.app),
      bare: perSecond(measured.bare),
      result: ratio.toFixed(2),
      bar: verdict(ratio >= 0.8, "at least 0.8"),
    },
    {
      what: "The same on S3: requests for a file that reached the app",
      app: String(own),
      bare: `${Math.round(sent.bytes / mebibyte)} MiB from the store`,
      result: String(own),
      bar: verdict(own === 0 && new URL(presigned).origin === store.settings.endpoint, "none"),
    },
  ];
}

/** Publishes a video and opens it. Returns its signed link. */
async function publishAndWatch(app: AppUnderTest): Promise<string> {
  await upload(app, await makeThumbnail(), warmUpBytes);
  const asCreator = { headers: { Cookie: app.cookie } };
  const list = await (await fetch(`${app.url}/marketplace`, asCreator)).text();
  const watch = /\/watch\/[0-9a-f-]{36}/.exec(list)?.[0];
  const page = await (await fetch(`${app.url}${watch}`, asCreator)).text();
  const link = /(?<=<video[^>]* src=")[^"]+/.exec(page)?.[0].replaceAll("&amp;", "&");
  if (!link) throw new Error("the watch page has no link");
  return link;
}

/** Both sides must send the same part before their speed is compared. */
async function requireRange(url: string, headers: Record<string, string>): Promise<void> {
  const answer = await fetch(url, { headers });
  const { byteLength } = await answer.arrayBuffer();
  if (answer.status !== 206 || byteLength !== rangeBytes)
    throw new Error(`a range was answered ${answer.status}`);
}

async function measureSearches(): Promise<Row[]> {
  const time = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  return (await measureSearch()).map(({ what, app, bare, database, comparable }) => {
    const ratio = app / bare;
    const met = database <= 50 && (!comparable || ratio <= 2);
    return {
      what: `Of 1,000,000 videos: ${what}, against plain SQL`,
      app: `${time(app)}, ${time(database)} of it at the database`,
      bare: time(bare),
      result: `${ratio.toFixed(2)}×`,
      bar: verdict(met, comparable ? "at most 2×, 50 ms" : "50 ms"),
    };
  });
}

async function measureShelves(): Promise<Row[]> {
  const { videos, times } = await measureShop();
  return times.map(({ what, app }) => ({
    what: `Of ${videos.toLocaleString("en")} videos: ${what}`,
    app: `${app.toFixed(1)} ms`,
    bare: "",
    result: `${app.toFixed(1)} ms`,
    bar: verdict(app <= 50, "50 ms"),
  }));
}

async function measureMoney(): Promise<Row[]> {
  const time = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  return (await measureLedger()).map(({ what, app, bare }) => ({
    what: `Of 1,000,000 ledger lines: ${what}, against their plain sum`,
    app: time(app),
    bare: time(bare),
    result: time(app),
    bar: verdict(app <= 50, "50 ms"),
  }));
}

async function measureProofs(): Promise<Row[]> {
  const { sales, daily, whole, day } = await measureProof();
  const many = (count: number) => count.toLocaleString("en");
  return [
    {
      what: `A day's ${many(daily)} sales proved, in a ledger of ${many(sales)}, against the proof of all of it`,
      app: `${day.toFixed(2)} s`,
      bare: `${whole.toFixed(1)} s`,
      result: `${day.toFixed(2)} s`,
      bar: verdict(day < 2, "under 2 s"),
    },
  ];
}

async function measureLists(): Promise<Row[]> {
  const time = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  return (await measureAdmin()).map(({ what, app, bare, database }) => ({
    what: `Administrators: ${what}, against plain SQL`,
    app: `${time(app)}, ${time(database)} of it at the database`,
    bare: time(bare),
    result: `${(app / bare).toFixed(2)}×`,
    bar: verdict(database <= 100 && app / bare <= 2, "at most 2×, 100 ms"),
  }));
}

async function measureFiles(app: AppUnderTest): Promise<Row[]> {
  const { p99, standstill, memory, csv, workbookSeconds } = await measureExports(app);
  const mib = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB`;
  const ratio = csv.app / csv.bare;
  return [
    {
      what: `Longest standstill of the event loop while a workbook of 100,000 creators is made (${workbookSeconds.toFixed(1)} s)`,
      app: `${standstill.toFixed(0)} ms`,
      bare: "",
      result: `${standstill.toFixed(0)} ms`,
      bar: verdict(standstill <= 50, "50 ms"),
    },
    {
      what: "Another page's 99th percentile meanwhile, against a quiet server",
      app: `${p99.app.toFixed(0)} ms`,
      bare: `${p99.bare.toFixed(0)} ms`,
      result: `${(p99.app / p99.bare).toFixed(2)}×`,
      bar: verdict(p99.app / p99.bare <= 2, "at most 2×"),
    },
    {
      what: "Resident memory of the process with its workbook's thread",
      app: mib(memory.workbook),
      bare: `${mib(memory.before)} before`,
      result: `+${mib(memory.workbook - memory.before)}`,
      bar: "recorded: a thread may take 1,024 MiB",
    },
    {
      what: "CSV of 1,000,000 consumers, against COPY … TO STDOUT",
      app: `${mib(csv.app)}/s`,
      bare: `${mib(csv.bare)}/s`,
      result: ratio.toFixed(2),
      bar: verdict(ratio >= 0.5, "at least 0.5"),
    },
    {
      what: "Resident memory meanwhile",
      app: mib(memory.csv),
      bare: "",
      result: mib(memory.csv),
      bar: verdict(memory.csv < 200_000_000, "under 200 MB"),
    },
  ];
}

function perSecond(value: number): string {
  return `${Math.round(value)}/s`;
}

function verdict(met: boolean, bar: string): string {
  return `${bar}: ${met ? "met" : "MISSED"}`;
}

/** Progress goes to stderr: stdout contains only the table. */
function say(text: string): void {
  console.error(text);
}
