/** Makes PostgreSQL's data directory, all or nothing. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Binaries } from "./binaries";
import type { DataHome } from "./data-home";
import { programEnvironment } from "./program-environment";
import { tailOf } from "./server-process";

const unfinished = "cluster-unfinished-";

/**
 * Runs initdb where the home has no data directory yet. It works in a folder of another name that is renamed when done, so
 * that one killed in the middle leaves nothing that looks finished; what it left is removed by the next start.
 *
 * The databases are UTF-8 with PostgreSQL's own Unicode rules: ILIKE finds "VIOLÃO" for "violão" whatever the system's locale.
 * @param durable false skips flushing to disk, for data that is thrown away
 * @throws with initdb's own words when it fails; when the data is of another major version or its password is gone
 */
export async function ensureCluster(home: DataHome, binaries: Binaries, durable: boolean): Promise<void> {
  for (const name of readdirSync(home.folder)) {
    if (name.startsWith(unfinished))
      rmSync(join(home.folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
  if (existsSync(home.cluster)) return checkUsable(home);

  writeFileSync(home.passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
  const fresh = mkdtempSync(join(home.folder, unfinished));
  if (home.runAs) {
    chownSync(home.passwordFile, home.runAs.uid, home.runAs.gid); // initdb reads it
    chownSync(fresh, home.runAs.uid, home.runAs.gid);
  }
  const options = [
    "--username=postgres",
    `--pwfile=${home.passwordFile}`,
    "--auth=scram-sha-256",
    "--no-instructions",
  ];
  const unicode = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const logFile = join(home.folder, "initdb.log");
  const log = openSync(logFile, "w", 0o600);
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(
        binaries.initdb,
        [`--pgdata=${fresh}`, ...options, ...unicode, ...(durable ? [] : ["--no-sync"])],
        {
          ...home.runAs,
          cwd: fresh,
          env: programEnvironment(),
          stdio: ["ignore", log, log],
        },
      );
      child.once("error", reject);
      child.once("exit", (code, signal) => {
        if (code === 0) resolve();
        else reject(new Error(`initdb failed (${signal ?? `exit code ${code}`}):\n${tailOf(logFile)}`));
      });
    });
    renameSync(fresh, home.cluster);
  } finally {
    closeSync(log);
    rmSync(logFile, { force: true });
    rmSync(fresh, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Only `supportedMajor`'s programs come with this project; PostgreSQL reads no other version's data. */
const supportedMajor = "18";

function checkUsable(home: DataHome): void {
  const made = readFileSync(join(home.cluster, "PG_VERSION"), "utf8").trim();
  if (made !== supportedMajor) {
    const what = `The data in ${home.cluster} was made by PostgreSQL ${made}, this is ${supportedMajor}.`;
    throw new Error(`${what} Move it with pg_dump and pg_restore, or remove ${home.folder} to start afresh.`);
  }
  if (!existsSync(home.passwordFile)) {
    throw new Error(
      `${home.passwordFile} is missing. Put it back, or remove ${home.folder} to start afresh.`,
    );
  }
}
