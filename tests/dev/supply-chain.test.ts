import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { auditExceptions } from "../../dev/supply-chain/audit-exceptions";
import { judgeAudit, keepNodes } from "../../dev/supply-chain/judge-audit";
import { listProductionPackages, listProductionPaths } from "../../dev/supply-chain/production-packages";
import { findMissing, keepProduction, type Sbom } from "../../dev/supply-chain/sbom";

describe("the bill of materials", () => {
  const lock = {
    packages: {
      "": { version: "1" },
      "node_modules/a": { version: "1.0.0" },
      "node_modules/a/node_modules/@x/b": { version: "2.0.0" },
      "node_modules/c": { version: "3.0.0", dev: true },
    },
  };
  const component = (id: string) => ({ "bom-ref": id, purl: `pkg:npm/${id.replace(/^@/, "%40")}` });
  const sbom: Sbom = {
    metadata: { component: component("sabia@1") },
    components: ["a@1.0.0", "@x/b@2.0.0", "c@3.0.0"].map(component),
    dependencies: [
      { ref: "sabia@1", dependsOn: ["a@1.0.0", "c@3.0.0"] },
      { ref: "a@1.0.0", dependsOn: ["@x/b@2.0.0"] },
      { ref: "c@3.0.0", dependsOn: [] },
    ],
  };

  test("has the packages of production and their dependencies, without those of development", () => {
    const kept = keepProduction(sbom, lock);
    expect(kept.components.map((one) => one["bom-ref"])).toEqual(["a@1.0.0", "@x/b@2.0.0"]);
    expect(kept.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn])).toEqual([
      ["sabia@1", ["a@1.0.0"]],
      ["a@1.0.0", ["@x/b@2.0.0"]],
    ]);
  });

  test("has a package of development that is bundled, and its dependencies, the nearest first", () => {
    const packages = {
      "node_modules/bundled": { version: "1.0.0", dev: true, dependencies: { e: "1", f: "1" } },
      "node_modules/bundled/node_modules/e": { version: "1.0.0", dev: true },
      "node_modules/e": { version: "2.0.0", dev: true },
      "node_modules/f": { version: "1.0.0", dev: true },
    };
    expect([...listProductionPackages({ packages }, ["bundled"])].sort()).toEqual([
      "bundled@1.0.0",
      "e@1.0.0",
      "f@1.0.0",
    ]);
    expect(listProductionPackages({ packages }, []).size).toBe(0);
  });

  test("names a package that is missing", () => {
    expect(findMissing(sbom, lock)).toEqual([]);
    expect(findMissing({ ...sbom, components: sbom.components.slice(1) }, lock)).toEqual(["a@1.0.0"]);
  });

  test("that npm run sbom writes has every production package of the lock file", { timeout: 120_000 }, () => {
    execFileSync("npm", ["run", "sbom"], { stdio: "pipe" });
    const written = JSON.parse(readFileSync("build/sbom.json", "utf8")) as Sbom;
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
    expect(findMissing(written, lock)).toEqual([]);
    expect(written.components).toHaveLength(listProductionPackages(lock).size);
    expect(written.components.map((one) => one["bom-ref"]).join(" ")).not.toContain("vitest@");
  });
});

describe("the audit", () => {
  const url = "https://github.com/advisories/GHSA-1";
  const found = (severity: string) => ({
    vulnerabilities: { pg: { severity, via: [{ url, title: "SQL injection", severity }] } },
  });
  const now = new Date("2026-11-24T10:00:00Z");
  const exception = (until: string) => [{ advisory: url, reason: "not reachable", until }];

  test.each([
    ["critical", 1],
    ["high", 1],
    ["moderate", 0],
    ["low", 0],
  ])("finds for a %s vulnerability %i failures", (severity, count) => {
    expect(judgeAudit(found(severity), [], now).failures).toHaveLength(count);
  });

  test("covers production and bundled packages, and no tools", () => {
    const at = (path: string) => ({ ...found("high").vulnerabilities.pg, nodes: [path] });
    const report = {
      vulnerabilities: { "hls.js": at("node_modules/hls.js"), vitest: at("node_modules/vitest") },
    };
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
    const { failures } = judgeAudit(keepNodes(report, listProductionPaths(lock)), [], now);
    expect(failures).toEqual([expect.stringContaining("hls.js")]);
  });

  test("accepts an exception up to its last day, and then fails with or without a report", () => {
    expect(judgeAudit(found("high"), exception("2026-11-24"), now).failures).toEqual([]);
    expect(judgeAudit(found("high"), exception("2026-11-23"), now).failures).toHaveLength(2);
    expect(judgeAudit({ message: "405" }, exception("2026-11-23"), now)).toEqual({
      unavailable: "405",
      failures: [`the exception for ${url} ended on 2026-11-23`],
    });
  });

  test("does not fail without an endpoint, and says why there is no report", () => {
    expect(judgeAudit({ message: "405 Method Not Allowed" }, [], now)).toEqual({
      unavailable: "405 Method Not Allowed",
      failures: [],
    });
  });

  test("has a reason and a day for each of its exceptions", () => {
    for (const { advisory, reason, until } of auditExceptions) {
      expect(advisory).toMatch(/^https:\/\//);
      expect(reason.length).toBeGreaterThan(20);
      expect(until).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });
});
