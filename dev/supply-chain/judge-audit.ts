/** A vulnerability accepted until a date. */
export interface AuditException {
  /** Address of the advisory, as `npm audit` prints it. */
  advisory: string;
  reason: string;
  /** The last day, as YYYY-MM-DD in UTC: then the audit fails. */
  until: string;
}

/** What `npm audit --json` prints: a report, or an error with `message`. */
export interface AuditOutput {
  message?: string;
  vulnerabilities?: Record<
    string,
    {
      severity: string;
      via: (string | { url: string; title: string; severity: string })[];
      /** Folders of the affected packages, as in the lock file. */
      nodes?: string[];
    }
  >;
}

export interface AuditResult {
  /** Why no report could be had; the audit then judges the exceptions alone. */
  unavailable?: string;
  /** What fails the audit, one line each. */
  failures: string[];
}

const failing = ["high", "critical"];

/** Returns an audit of the packages in these folders alone. */
export function keepNodes(
  { vulnerabilities, ...rest }: AuditOutput,
  paths: ReadonlySet<string>,
): AuditOutput {
  if (!vulnerabilities) return rest;
  const kept = Object.entries(vulnerabilities).filter(
    ([, { nodes }]) => nodes?.some((path) => paths.has(path)) ?? true,
  );
  return { ...rest, vulnerabilities: Object.fromEntries(kept) };
}

/** Judges an audit of production packages: high and critical vulnerabilities fail it, and so do expired exceptions. */
export function judgeAudit(
  output: AuditOutput,
  exceptions: readonly AuditException[],
  now: Date,
): AuditResult {
  const today = now.toISOString().slice(0, 10);
  const expired = exceptions.filter(({ until }) => until < today);
  const failures = expired.map(({ advisory, until }) => `the exception for ${advisory} ended on ${until}`);
  if (!output.vulnerabilities) return { unavailable: output.message ?? "no report", failures };
  const accepted = new Set(
    exceptions.filter((one) => !expired.includes(one)).map(({ advisory }) => advisory),
  );
  for (const [name, { via }] of Object.entries(output.vulnerabilities)) {
    for (const cause of via) {
      // A name refers to another package of the report, which has the advisory.
      if (typeof cause === "string" || !failing.includes(cause.severity) || accepted.has(cause.url)) continue;
      failures.push(`${name}: ${cause.severity}, ${cause.title} (${cause.url})`);
    }
  }
  return { failures };
}
