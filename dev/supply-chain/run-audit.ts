/**
 * `npm run audit`: asks the registry for known vulnerabilities of production packages. Fails on high and critical ones.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { auditExceptions } from "./audit-exceptions";
import { type AuditOutput, judgeAudit, keepNodes } from "./judge-audit";
import { listProductionPaths } from "./production-packages";

/** npm ends with 1 both on vulnerabilities and without an endpoint: only what it printed tells them apart. */
function askRegistry(): AuditOutput {
  // All packages: what is bundled counts as a package of development.
  const words = ["audit", "--json", "--fetch-retries=1", "--fetch-timeout=30000"];
  const { stdout, stderr } = spawnSync("npm", words, { encoding: "utf8", maxBuffer: 1e8 });
  try {
    return JSON.parse(stdout) as AuditOutput;
  } catch {
    return { message: stderr.trim().split("\n").at(-1) ?? "npm printed nothing" };
  }
}

const production = listProductionPaths(JSON.parse(readFileSync("package-lock.json", "utf8")));
const { unavailable, failures } = judgeAudit(
  keepNodes(askRegistry(), production),
  auditExceptions,
  new Date(),
);
if (unavailable)
  console.log(
    `AUDIT NOT DONE: the registry has no audit here (${unavailable}). Vulnerabilities were not looked for.`,
  );
else if (failures.length === 0) console.log("no high or critical vulnerability in production packages");
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;
