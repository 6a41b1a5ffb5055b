import { existsSync, readdirSync } from "node:fs";

/**
 * What a long test needs beside Node: programs that Debian has, and to be root where it starts them as another user.
 */
interface Needs {
  programs?: readonly string[];
  /** Debian's packages with these programs. */
  packages?: string;
  root?: boolean;
}

/** Returns why a long test cannot run here, or undefined if it can. */
export function findSkipReason({
  programs = [],
  packages = "",
  root = false,
}: Needs = {}): string | undefined {
  const missing = programs.find((program) => !existsSync(program));
  if (missing) return `no ${missing}: apt-get install ${packages}`;
  return root && process.getuid?.() !== 0 ? "only root can run it" : undefined;
}

/** Returns a test's title with the reason why it is skipped. */
export function withReason(title: string, reason: string | undefined): string {
  return reason ? `${title} (skipped: ${reason})` : title;
}

/** Returns the folder with the programs of Debian's newest PostgreSQL, which may be missing. */
export function findDebianPostgres(): string {
  const installed = "/usr/lib/postgresql";
  const versions = existsSync(installed) ? readdirSync(installed) : [];
  return `${installed}/${Math.max(0, ...versions.map(Number))}/bin`;
}
