/** `npm run bench`: prints a Markdown table. With names, such as `-- search`, only those parts; `--short`: < 3 min. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { type AppUnderTest, publishAndWatch, startAppUnderTest } from "./app-under-test";
import { type BareProcess, startBare } from "./bare-process";
import { measureLedger } from "./ledger";
import { compare, type Measured, measureLoad, residentBytes, short } from "./load";
import { measureOnePrimary } from "./one-primary";
import { measureOwnPages, measurePublicPages } from "./pages";
import { measureCheckouts, measureSignIns } from "./people";
import { measureSearch } from "./search";
import { measureUploads } from "./uploads";
import { measureWebhooks } from "./webhooks";

const mebibyte = 1024 * 1024;

interface Row {
  what: string;
  app: string;
  bare?: string;
  result: string;
  bar?: string;
  times?: string;
}

interface Part {
  doing: string;
  quick?: boolean;
  measure: () => AsyncIterable<Row>;
}

/** Later parts use the data of earlier ones. */
const parts: Record<string, Part> = {
  pages: { doing: "pages of everyone", quick: true, measure: measurePages },
  own: { doing: "pages of a person", quick: true, measure: measureOwn },
  "sign-in": { doing: "sign-ins and checkouts", quick: true, measure: measurePeople },
  range: { doing: "ranges of a video", quick: true, measure: measureRange },
  webhooks: { doing: "webhooks", quick: true, measure: measureSettling },
  upload: { doing: "uploads", measure: measureFiles },
  primary: { doing: "what one primary carries", measure: measurePrimary },
  search: { doing: "searches among 1,000,000 videos", measure: measureSearches },
  ledger: { doing: "the money of a creator with 1,000,000 ledger lines", measure: measureMoney },
};
const wanted = process.argv.slice(2).filter((argument) => argument !== "--short");
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}. The parts are ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}

const dir = mkdtempSync(join(tmpdir(), "sabia-bench-"));
// PostgreSQL runs as another user.
chmodSync(dir, 0o755);
const children: { stop(): Promise<void> }[] = [];
let started: Promise<AppUnderTest> | undefined;
const startedAt = performance.now();
try {
  console.log("| What | App | Bare | Result | Bar | p50 / p99 | Memory |\n|---|---|---|---|---|---|---|");
  for (const [name, { doing, quick = false, measure }] of Object.entries(parts)) {
    if (wanted.length > 0 ? !wanted.includes(name) : short && !quick) continue;
    // stdout contains only the table.
    console.error(`${doing}…`);
    for await (const row of measure()) await print(row);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.error(
    `done in ${seconds} s: Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}`,
  );
} finally {
  for (const child of children.reverse()) await child.stop();
  rmSync(dir, { recursive: true, force: true });
}

async function print({ what, app, bare = "", result, bar = "recorded", times = "" }: Row): Promise<void> {
  const memory = started ? `${Math.round(residentBytes((await started).pid) / mebibyte)} MiB` : "";
  console.log(`| ${what} | ${app} | ${bare} | ${result} | ${bar} | ${times} | ${memory} |`);
}

/** Started for the first part that needs it. One trusted proxy: sign-ins come from many addresses. */
function theApp(): Promise<AppUnderTest> {
  started ??= startAppUnderTest(join(dir, "app"), { variables: { TRUSTED_PROXY_HOPS: "1" } }).then(
    keepUntilEnd,
  );
  return started;
}

function keepUntilEnd<Child extends { stop(): Promise<void> }>(child: Child): Child {
  children.push(child);
  return child;
}

function bareOf(kind: string): (...words: string[]) => Promise<BareProcess> {
  return async (...words) => keepUntilEnd(await startBare(kind, ...words));
}

async function* measurePages(): AsyncGenerator<Row> {
  const app = await theApp();
  for await (const { what, ...sides } of measurePublicPages(app, (...paths) =>
    bareOf("pages")(app.url, ...paths),
  ))
    yield row(what, sides, 0.75);
}

/** Bar: 12 ms of processor time for a rendered page. */
async function* measureOwn(): AsyncGenerator<Row> {
  for await (const { what, app } of measureOwnPages(await theApp())) {
    const bar = verdict(app.processor <= 12, "at most 12 ms");
    yield { ...row(what, { app }), result: `${app.processor.toFixed(1)} ms`, bar };
  }
}

async function* measurePeople(): AsyncGenerator<Row> {
  const app = await theApp();
  yield row("Sign-ins with a password, against verifying the password alone", await measureSignIns(app));
  yield row("Checkouts begun", { app: await measureCheckouts(app) });
}

async function* measureRange(): AsyncGenerator<Row> {
  const app = await theApp();
  const { link } = await publishAndWatch(app);
  const bare = await bareOf("range")(app.objectsDir);
  const start = 5 * mebibyte;
  const headers = { Range: `bytes=${start}-${start + 65_535}`, Cookie: app.cookie };
  const addresses = {
    app: `${app.url}${link}`,
    bare: bare.url + new URL(link, app.url).pathname.replace("/files", ""),
  };
  for (const url of Object.values(addresses)) {
    const answer = await fetch(url, { headers });
    if (answer.status !== 206 || (await answer.arrayBuffer()).byteLength !== 65_536)
      throw new Error(`a range was answered ${answer.status}`);
  }
  const sides = await compare(
    () => measureLoad({ url: addresses.app, headers, pid: app.pid }),
    () => measureLoad({ url: addresses.bare, headers, pid: bare.pid }),
  );
  yield row("64 KiB of a signed video, against express + send", sides, 0.8);
}

/** The app runs no jobs: mail and payment servers share this process with the bare side. */
async function* measureSettling(): AsyncGenerator<Row> {
  const app = await startAppUnderTest(join(dir, "settling"), { variables: { SABIA_WORKER: "1" } });
  const { app: rate, bare } = await measureWebhooks(app).finally(() => app.stop());
  yield {
    what: "Payments settled by webhook, against the bare SQL of the same transactions",
    app: `${Math.round(rate)}/s`,
    bare: `${Math.round(bare)}/s`,
    result: (rate / bare).toFixed(2),
    bar: verdict(rate / bare >= 0.8, "at least 0.8"),
  };
}

async function* measureFiles(): AsyncGenerator<Row> {
  const { form, tus, grown } = await measureUploads(await theApp(), join(dir, "bare"), bareOf("upload"));
  const side = (bytes: number) => `${Math.round(bytes / mebibyte)} MiB/s`;
  const ratio = form.app / form.bare;
  yield {
    what: "Upload of 500 MB through the form, against node http + busboy",
    app: side(form.app),
    bare: side(form.bare),
    result: ratio.toFixed(2),
    bar: verdict(ratio >= 0.5, "at least 0.5"),
  };
  const memory = `${Math.round(grown / mebibyte)} MiB`;
  yield {
    what: "Growth of memory during those uploads",
    app: memory,
    result: memory,
    bar: verdict(grown < 100_000_000, "under 100 MB"),
  };
  yield {
    what: "Resumable upload of 500 MB, against the form",
    app: side(tus.app),
    bare: side(tus.bare),
    result: (tus.app / tus.bare).toFixed(2),
  };
}

async function* measurePrimary(): AsyncGenerator<Row> {
  for await (const { before, rate, processor, left } of measureOnePrimary(dir)) {
    const { app, database, bench } = processor;
    yield {
      what: `Sales settled by one primary that has ${before}, commits flushed`,
      app: `${Math.round(rate)}/s`,
      result: `${ms(database)} of PostgreSQL, ${ms(app)} of the app, ${ms(bench)} of the bench each`,
    };
    yield {
      what: "What a sale leaves, the queue's jobs apart",
      app: `${left.rows} rows, ${Math.round(left.bytes)} bytes, ${Math.round(left.walBytes)} of WAL`,
      result: left.tables,
    };
  }
}

async function* measureSearches(): AsyncGenerator<Row> {
  for (const { what, app, bare, database, comparable } of await measureSearch())
    yield {
      what: `Of 1,000,000 videos: ${what}, against plain SQL`,
      app: `${ms(app)}, ${ms(database)} of it at the database`,
      bare: ms(bare),
      result: `${(app / bare).toFixed(2)}×`,
      bar: verdict(
        database <= 50 && (!comparable || app / bare <= 2),
        comparable ? "at most 2×, 50 ms" : "50 ms",
      ),
    };
}

async function* measureMoney(): AsyncGenerator<Row> {
  for (const { what, app, bare } of await measureLedger())
    yield {
      what: `Of 1,000,000 ledger lines: ${what}, against their plain sum`,
      app: ms(app),
      bare: ms(bare),
      result: ms(app),
      bar: verdict(app <= 50, "50 ms"),
    };
}

/** `least`: ratio of the app's rate to the bare one's. */
function row(what: string, { app, bare }: { app: Measured; bare?: Measured }, least?: number): Row {
  const side = ({ rate, processor }: Measured) =>
    `${Math.round(rate)}/s${processor ? `, ${processor.toFixed(processor < 1 ? 3 : 1)} ms each` : ""}`;
  const ratio = bare ? app.rate / bare.rate : undefined;
  return {
    what,
    app: side(app),
    ...(bare && { bare: side(bare) }),
    result: ratio === undefined ? `${Math.round(app.rate)}/s` : ratio.toFixed(2),
    ...(least !== undefined && ratio !== undefined && { bar: verdict(ratio >= least, `at least ${least}`) }),
    times: `${app.p50.toFixed(1)} / ${app.p99.toFixed(1)} ms`,
  };
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(1)} ms`;
}

function verdict(met: boolean, bar: string): string {
  return `${bar}: ${met ? "met" : "MISSED"}`;
}
