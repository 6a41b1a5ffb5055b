import { existsSync, readdirSync } from "node:fs";
import { isDebian, isRoot, tryCommand } from "../../dev/browser/machine-lookups";

/**
 * What a long test needs beside Node: programs that Debian has, and to be root where it starts them as another user.
 */
interface Needs {
  programs: readonly string[];
  /** Debian's packages with these programs. */
  packages: string;
  root?: boolean;
}

/** Returns why a long test cannot run here, or undefined if it can. As root on Debian, installs what is missing. */
export async function findSkipReason({ programs, packages, root }: Needs): Promise<string | undefined> {
  const findMissing = () => programs.find((program) => !existsSync(program));
  if (findMissing() && isRoot && isDebian()) {
    // Another test file may be installing.
    const apt = (...words: string[]) =>
      tryCommand("apt-get", "-o", "DPkg::Lock::Timeout=300", "-y", ...words);
    await apt("update");
    await apt("install", "--no-install-recommends", ...packages.split(" "));
  }
  const missing = findMissing();
  if (missing) return `no ${missing}: apt-get install ${packages}`;
  return root && !isRoot ? "only root can run it" : undefined;
}

/** Returns a test's title with the reason why it is skipped. */
export function withReason(title: string, reason: string | undefined): string {
  return reason ? `${title} (skipped: ${reason})` : title;
}

/** Returns the folder of the programs of Debian's newest PostgreSQL, and why a test cannot use them as root. */
export async function findDebianPostgres(): Promise<{ programs: string; skipped: string | undefined }> {
  const installed = "/usr/lib/postgresql";
  const skipped = await findSkipReason({ programs: [installed], packages: "postgresql", root: true });
  const versions = existsSync(installed) ? readdirSync(installed) : [];
  return { programs: `${installed}/${Math.max(0, ...versions.map(Number))}/bin`, skipped };
}
