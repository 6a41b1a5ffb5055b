import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../dev/postgres/free-port";
import { onServer } from "./on-server";

export interface ReplicatedPostgres {
  ports: { primary: number; replica: number };
  urlOf(name: "primary" | "replica", database?: string): string;
  start(name: "primary" | "replica"): void;
  /** `fast` ends connections and writes everything; `immediate` ends it as a power cut does. */
  stop(name: "primary" | "replica", how: "fast" | "immediate"): void;
  /** Makes the replica a primary. */
  promote(): void;
  /** Ends what runs and deletes all files. */
  remove(): void;
}

/**
 * Starts a primary and its streaming replica with a database `shop`. `programs`: the folder of Debian's programs. Root
 * only.
 */
export async function startReplicatedPostgres(programs: string): Promise<ReplicatedPostgres> {
  const dir = mkdtempSync(join(tmpdir(), "sabia-replica-"));
  chmodSync(dir, 0o777);
  const ports = { primary: await findFreePort(), replica: await findFreePort() };
  const running = new Set<string>();
  const asPostgres = (program: string, ...words: string[]) =>
    execFileSync("runuser", ["-u", "postgres", "--", `${programs}/${program}`, ...words], { stdio: "pipe" });
  const start: ReplicatedPostgres["start"] = (name) => {
    const options = `-p ${ports[name]} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=off`;
    asPostgres("pg_ctl", "-D", join(dir, name), "-w", "-l", join(dir, `${name}.log`), "-o", options, "start");
    running.add(name);
  };
  const stop: ReplicatedPostgres["stop"] = (name, how) => {
    asPostgres("pg_ctl", "-D", join(dir, name), "-m", how, "-w", "stop");
    running.delete(name);
  };
  const urlOf: ReplicatedPostgres["urlOf"] = (name, database = "shop") =>
    `postgres://postgres@127.0.0.1:${ports[name]}/${database}`;
  asPostgres("initdb", "-D", join(dir, "primary"), "-A", "trust", "-U", "postgres", "--no-sync");
  start("primary");
  const from = ["-h", "127.0.0.1", "-p", String(ports.primary), "-U", "postgres"];
  asPostgres("pg_basebackup", "-D", join(dir, "replica"), "-R", "-c", "fast", "--no-sync", ...from);
  start("replica");
  await onServer(urlOf("primary", "postgres"), (client) => client.query("CREATE DATABASE shop"));
  return {
    ports,
    urlOf,
    start,
    stop,
    promote: () => asPostgres("pg_ctl", "-D", join(dir, "replica"), "-w", "promote"),
    remove() {
      for (const name of ["primary", "replica"] as const) if (running.has(name)) stop(name, "immediate");
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
