/** `npm run audit`, bundled packages included. Exit code 1: high and critical ones; 2: the registry did not answer. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { listProductionPaths } from "./production-packages";

interface AuditOutput {
  vulnerabilities?: Record<
    string,
    {
      via: (string | { url: string; title: string; severity: string })[];
      nodes?: string[];
    }
  >;
}

/** High and critical, one line each. `paths`: folders of the packages. */
export function listFailures({ vulnerabilities = {} }: AuditOutput, paths: ReadonlySet<string>): string[] {
  return Object.entries(vulnerabilities)
    .filter(([, { nodes }]) => nodes?.some((path) => paths.has(path)) ?? true)
    .flatMap(([name, { via }]) =>
      // A name refers to another package of the report, which has the advisory.
      via.flatMap((cause) =>
        typeof cause !== "string" && ["high", "critical"].includes(cause.severity)
          ? [`${name}: ${cause.severity}, ${cause.title} (${cause.url})`]
          : [],
      ),
    );
}

/** npm ends with 1 both on vulnerabilities and without an endpoint: only what it printed tells them apart. */
function askRegistry(): AuditOutput {
  const words = ["audit", "--json", "--fetch-retries=1", "--fetch-timeout=30000"];
  const { stdout, stderr } = spawnSync("npm", words, { encoding: "utf8", maxBuffer: 1e8 });
  try {
    return JSON.parse(stdout) as AuditOutput;
  } catch {
    console.error(stderr);
    return {};
  }
}

if (process.argv[1] === import.meta.filename) {
  const output = askRegistry();
  const paths = listProductionPaths(JSON.parse(readFileSync("package-lock.json", "utf8")));
  const failures = listFailures(output, paths);
  for (const failure of failures) console.error(failure);
  if (!output.vulnerabilities) console.error("vulnerabilities not looked for: the registry has no audit");
  else if (failures.length === 0) console.log("no high or critical vulnerability in production packages");
  process.exitCode = !output.vulnerabilities ? 2 : failures.length > 0 ? 1 : 0;
}
