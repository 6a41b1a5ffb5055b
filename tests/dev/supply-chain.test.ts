import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

  /** Runs a command with a program in npm's place. */
  const run = (command: string, args: string[], npm: string) => {
    const folder = mkdtempSync(join(tmpdir(), "sabia-npm-"));
    writeFileSync(join(folder, "npm"), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const { status, stdout, stderr } = spawnSync(command, args, { env, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    return { status, lastLines: stdout.trim().split("\n").slice(-2), stderr };
  };

  test.each([
    ["no audit", 'echo \'{"message": "404"}\'; exit 1', 2],
    ["no answer", "echo 'ECONNREFUSED' >&2; exit 1", 2],
    ["no vulnerability", "echo '{\"vulnerabilities\": {}}'", 0],
    ["a vulnerability", `echo '${JSON.stringify(report("high"))}'; exit 1`, 1],
  ])("exits for a registry with %s", (_, npm, status) => {
    expect(run(process.execPath, ["--import", "tsx", "dev/supply-chain/audit.ts"], npm).status).toBe(status);
  });

  test.each([
    ["run audit", 2, 0, ["vulnerabilities not looked for: the registry has no audit", "0 passed, 0 failed"]],
    ["run audit", 1, 1, ["", "0 passed, 1 failed"]],
    ["test", 2, 1, ["", "0 passed, 1 failed"]],
  ])("in CI, where `npm %s` exits with %i", (words, exits, status, lastLines) => {
    const npm = `[ "$*" = "${words}" ] && exit ${exits}; exit 0`;
    const outcome = run("bash", [".ci/run"], npm);
    expect(outcome.status).toBe(status);
    expect(outcome.lastLines.slice(-lastLines.filter(Boolean).length)).toEqual(lastLines.filter(Boolean));
  });

  test("is not skipped by the image's build or by a release", () => {
    expect(readFileSync("Dockerfile", "utf8")).toMatch(/^RUN npm run audit$/m);
    expect(readFileSync("docs/operations.md", "utf8")).toContain("npm run audit && npm run build");
  });
});
