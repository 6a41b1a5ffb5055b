import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../dev/postgres/free-port";
import { onServer } from "../../dev/postgres/on-server";

/**
 * Servers of Debian's PostgreSQL with their data in folders of `dir`, by their names. `programs`: the folder of its
 * programs. Root only.
 */
export async function openClusters<Name extends string>(programs: string, names: readonly Name[]) {
  const dir = mkdtempSync(join(tmpdir(), "sabia-postgres-"));
  chmodSync(dir, 0o777);
  const ports = new Map<Name, number>();
  for (const name of names) ports.set(name, await findFreePort());
  const running = new Set<Name>();
  const asPostgres = (program: string, ...words: string[]) =>
    execFileSync("runuser", ["-u", "postgres", "--", program, ...words], { stdio: "pipe" });
  const control = (name: Name, ...words: string[]) =>
    asPostgres(`${programs}/pg_ctl`, "-D", join(dir, name), "-w", ...words);
  const urlOf = (name: Name, database = "shop") =>
    `postgres://postgres@127.0.0.1:${ports.get(name)}/${database}`;
  const clusters = {
    dir,
    urlOf,
    asPostgres,
    create: (name: Name) =>
      asPostgres(`${programs}/initdb`, "-D", join(dir, name), "-A", "trust", "-U", "postgres", "--no-sync"),
    start(name: Name) {
      const options = `-p ${ports.get(name)} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=off`;
      control(name, "-l", join(dir, `${name}.log`), "-o", options, "start");
      running.add(name);
    },
    createDatabase: (name: Name, database: string) =>
      onServer(urlOf(name, "postgres"), (client) => client.query(`CREATE DATABASE ${database}`)),
    copy(name: Name, folder: string, ...words: string[]) {
      const from = ["-h", "127.0.0.1", "-p", String(ports.get(name)), "-U", "postgres"];
      asPostgres(`${programs}/pg_basebackup`, "-D", join(dir, folder), "-c", "fast", ...from, ...words);
    },
    /** Ends it as a power cut does. */
    stop(name: Name) {
      control(name, "-m", "immediate", "stop");
      running.delete(name);
    },
    /** Ends what runs and deletes all files. */
    remove() {
      for (const name of running) clusters.stop(name);
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return clusters;
}

/** Starts a primary and its streaming replica with a database `shop`. */
export async function startReplicatedPostgres(programs: string) {
  const servers = await openClusters(programs, ["primary", "replica"]);
  servers.create("primary");
  servers.start("primary");
  servers.copy("primary", "replica", "-R", "--no-sync");
  servers.start("replica");
  await servers.createDatabase("primary", "shop");
  return servers;
}
