import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { listFailures } from "../../dev/supply-chain/audit";
import { listProductionPackages, listProductionPaths } from "../../dev/supply-chain/production-packages";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));

describe("the bill of materials", () => {
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

  test("that npm run sbom writes has the production packages of the lock file", { timeout: 120_000 }, () => {
    execFileSync("npm", ["run", "sbom"], { stdio: "pipe" });
    const { components, dependencies } = JSON.parse(readFileSync("build/sbom.json", "utf8"));
    expect(components).toHaveLength(listProductionPackages(lock).size);
    const refs = components.map((one: { "bom-ref": string }) => one["bom-ref"]).join(" ");
    expect(refs).toContain("pg@");
    expect(refs).not.toContain("vitest@");
    expect(JSON.stringify(dependencies)).not.toContain("vitest@");
  });
});

describe("the audit", () => {
  const report = (severity: string, path = "node_modules/pg") => {
    const via = [{ url: "https://github.com/advisories/GHSA-1", title: "SQL injection", severity }];
    return { vulnerabilities: { [path]: { via, nodes: [path] } } };
  };
  const paths = listProductionPaths(lock);

  test.each([
    ["critical", 1],
    ["high", 1],
    ["moderate", 0],
    ["low", 0],
  ])("finds for a %s vulnerability %i failures", (severity, count) => {
    expect(listFailures(report(severity), paths)).toHaveLength(count);
  });

  test("covers production and bundled packages, and no tools", () => {
    expect(listFailures(report("high", "node_modules/hls.js"), paths)).toHaveLength(1);
    expect(listFailures(report("high", "node_modules/vitest"), paths)).toEqual([]);
  });
});
