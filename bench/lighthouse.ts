/** `npm run lighthouse`: the table of `docs/performance.md`. A folder as argument gets the full reports. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromiumArguments, findChromium } from "../dev/browser/find-chromium";
import { addDemoData } from "../dev/demo/add-demo-data";
import { type Product, startProduct } from "../dev/start-product";
import { median } from "./load";
import { findPublicPages, findWatchPage } from "./pages";

/** Not a dependency: it brings two hundred packages and is rarely used. The last version for Node 20. */
const lighthouse = "lighthouse@12.8.2";
const runs = 3;

const run = promisify(execFile);
const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Report {
  categories: Record<(typeof categories)[number], { score: number | null }>;
  /** Such as NO_FCP, NO_NAVSTART or a trace without a largest paint. */
  runtimeError?: { message: string };
  audits: Record<
    string,
    { score: number | null; title: string; displayValue?: string; numericValue?: number }
  >;
}

const dir = mkdtempSync(join(tmpdir(), "sabia-lighthouse-"));
const into = process.argv[2] ?? dir;
let product: Product | undefined;

/** Once more when the browser failed to trace, which it does now and then. */
async function measure(chromium: string, url: string, file: string, cookie?: string): Promise<Report> {
  const flags = ["--headless=new", ...chromiumArguments()].join(" ");
  const words = ["--quiet", "--output=json", `--output-path=${file}`, `--chrome-flags=${flags}`];
  if (cookie) words.push(`--extra-headers=${JSON.stringify({ Cookie: cookie })}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const env = { ...process.env, CHROME_PATH: chromium, TMPDIR: dir };
      await run("npx", ["--yes", lighthouse, url, ...words], { env, maxBuffer: 1 << 26 });
      const report = JSON.parse(readFileSync(file, "utf8")) as Report;
      if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
      return report;
    } catch (error) {
      if (attempt === 2) throw error;
    }
  }
}

try {
  product = await startProduct(dir, { variables: { LOG_LEVEL: "warn" } });
  const appUrl = product.url;
  await addDemoData(product.world);
  mkdirSync(into, { recursive: true });
  const chromium = await findChromium();
  // Not counted: the demo data's jobs and the first start of the browser.
  await measure(chromium, appUrl, join(into, "first.json"));
  console.log("| Page | Performance | Accessibility | Best practices | SEO | LCP | TBT | CLS |");
  console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
  const watch = await findWatchPage(appUrl);
  const pages = { ...(await findPublicPages(appUrl)), "Watch page": watch.path };
  for (const [name, path] of Object.entries(pages)) {
    const cookie = path === watch.path ? watch.cookie : undefined;
    const reports: Report[] = [];
    for (let time = 1; time <= runs; time += 1) {
      const file = join(into, `${name.toLowerCase().replace(/\W+/g, "-")}-${time}.json`);
      reports.push(await measure(chromium, appUrl + path, file, cookie));
    }
    const score = (category: (typeof categories)[number]) =>
      cookie && category === "seo"
        ? "–"
        : Math.round(median(reports.map((report) => report.categories[category].score ?? 0)) * 100);
    const value = (audit: string) =>
      median(reports.map((report) => report.audits[audit]?.numericValue ?? Number.NaN));
    const figures = [
      `${(value("largest-contentful-paint") / 1000).toFixed(1)} s`,
      `${Math.round(value("total-blocking-time"))} ms`,
      value("cumulative-layout-shift").toFixed(3),
    ];
    console.log(`| ${[name, ...categories.map(score), ...figures].join(" | ")} |`);
    const lost = Object.values(reports[0]?.audits ?? {}).filter(({ score }) => score !== null && score < 0.9);
    for (const { title, displayValue = "" } of lost) console.error(`  ${name}: ${title} ${displayValue}`);
  }
} finally {
  await product?.stop();
  rmSync(dir, { recursive: true, force: true });
}
