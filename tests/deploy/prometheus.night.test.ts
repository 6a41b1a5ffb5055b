/** The alerts and the dashboard of docs/prometheus, by Prometheus' own `promtool`. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findSkipReason, withReason } from "./skip-reason";

const promtool = "/usr/bin/promtool";
const reason = await findSkipReason({ programs: [promtool], packages: "prometheus" });

test.skipIf(reason)(withReason("each alert fires on its series, and none in a healthy shop", reason), () => {
  const output = execFileSync(promtool, ["test", "rules", "tests/deploy/prometheus-rules.yml"], {
    encoding: "utf8",
    stdio: "pipe",
  });
  expect(output).toContain("SUCCESS");
});

const rules = readFileSync("docs/prometheus/rules.yml", "utf8");

test("every alert is tested, and each series of alerts and dashboard is one that the product reports", () => {
  const tests = readFileSync("tests/deploy/prometheus-rules.yml", "utf8");
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  // Once as firing, and once in the healthy shop.
  for (const name of alerts)
    expect([name, tests.match(new RegExp(`alertname: ${name}\\b`, "g"))?.length]).toEqual([
      name,
      name === "ProcessDown" ? 3 : 2,
    ]);
  const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".server.ts"))
    .map((path) => readFileSync(`app/${path}`, "utf8"));
  const dashboard = readFileSync("docs/prometheus/dashboard.json", "utf8");
  const series = [...(rules + dashboard).matchAll(/\bsabia_\w+/g)].map(([name]) =>
    name.replace(/_(count|bucket)$/, ""),
  );
  expect(series.length).toBeGreaterThan(20);
  expect(
    series.filter((name) => !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source))),
  ).toEqual([]);
});
