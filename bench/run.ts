/** `npm run bench`: prints a Markdown table. With names, such as `-- search`, only those parts; `--short`: < 3 min. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { type AppUnderTest, startAppUnderTest } from "./app-under-test";
import { startBare } from "./bare-process";
import { measureRange, measureUploads } from "./files";
import { measureLedger } from "./ledger";
import { residentBytes, short } from "./load";
import { measureOnePrimary } from "./one-primary";
import { measureOwnPages, measurePublicPages } from "./pages";
import { measurePeople } from "./people";
import type { Bench, Row } from "./rows";
import { measureSearch } from "./search";
import { measureWebhooks } from "./webhooks";

interface Part {
  doing: string;
  quick?: boolean;
  measure: (bench: Bench) => AsyncIterable<Row>;
}

/** Later parts use the data of earlier ones. */
const parts: Record<string, Part> = {
  pages: { doing: "pages of everyone", quick: true, measure: measurePublicPages },
  own: { doing: "pages of a person", quick: true, measure: measureOwnPages },
  "sign-in": { doing: "sign-ins and checkouts", quick: true, measure: measurePeople },
  range: { doing: "ranges of a video", quick: true, measure: measureRange },
  webhooks: { doing: "webhooks", quick: true, measure: measureWebhooks },
  upload: { doing: "uploads", measure: measureUploads },
  primary: { doing: "what one primary carries", measure: measureOnePrimary },
  search: { doing: "searches among 1,000,000 videos", measure: measureSearch },
  ledger: { doing: "the money of a creator with 1,000,000 ledger lines", measure: measureLedger },
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

function keepUntilEnd<Child extends { stop(): Promise<void> }>(child: Child): Child {
  children.push(child);
  return child;
}

const bench: Bench = {
  dir,
  theApp() {
    // One trusted proxy: sign-ins come from many addresses.
    const variables = { TRUSTED_PROXY_HOPS: "1" };
    started ??= startAppUnderTest(join(dir, "app"), { variables }).then(keepUntilEnd);
    return started;
  },
  startBare: async (...words) => keepUntilEnd(await startBare(...words)),
};

async function print({ what, app, bare = "", result, bar = "recorded", times = "" }: Row): Promise<void> {
  const memory = started ? `${Math.round(residentBytes((await started).pid) / 1024 ** 2)} MiB` : "";
  console.log(`| ${what} | ${app} | ${bare} | ${result} | ${bar} | ${times} | ${memory} |`);
}

const startedAt = performance.now();
try {
  console.log("| What | App | Bare | Result | Bar | p50 / p99 | Memory |\n|---|---|---|---|---|---|---|");
  for (const [name, { doing, quick = false, measure }] of Object.entries(parts)) {
    if (wanted.length > 0 ? !wanted.includes(name) : short && !quick) continue;
    // stdout contains only the table.
    console.error(`${doing}…`);
    for await (const row of measure(bench)) await print(row);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.error(
    `done in ${seconds} s: Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}`,
  );
} finally {
  for (const child of children.reverse()) await child.stop();
  rmSync(dir, { recursive: true, force: true });
}
