/** Three PostgreSQL under Patroni with etcd, and HAProxy before them, as docs/machines.md configures them. */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { findFreePort } from "../../dev/postgres/free-port";
import { onServer } from "../../dev/postgres/on-server";
import { findDebianPostgres, findSkipReason } from "../deploy/skip-reason";

/** Returns why there can be no cluster, or undefined. */
export const findClusterReason = () =>
  findSkipReason({
    programs: ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy", "/usr/lib/postgresql"],
    packages: "postgresql patroni etcd-server haproxy",
    root: true,
  });

const names = ["db1", "db2", "db3"] as const;
type Name = (typeof names)[number];

/** Seconds, in place of Patroni's 30, 10 and 10. */
const quickTimes = { ttl: 8, loop_wait: 1, retry_timeout: 3 };

export interface Cluster {
  /** Addresses of the database `sabia`, at HAProxy's ports. */
  urls: { owner: string; application: string; replica: string };
  primary(): Promise<Name>;
  /** Ends a machine's processes by SIGKILL. */
  kill(name: Name): void;
  hang(name: Name): void;
  wake(name: Name): void;
  /** Starts Patroni again on a killed machine. */
  revive(name: Name): void;
  /** Makes a replica the primary, as planned. */
  switchOver(): Promise<void>;
  /** Sets Patroni's own times in place of the quick ones. */
  useUsualTimes(): Promise<void>;
  /** Resolves when both replicas follow, one of them synchronously. */
  untilWhole(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  const { programs } = await findDebianPostgres();
  const dir = mkdtempSync(join(tmpdir(), "sabia-patroni-"));
  chmodSync(dir, 0o755);
  const guide = readFileSync("docs/machines.md", "utf8");
  const blockOf = (language: string) => guide.split(`\`\`\`${language}\n`)[1]?.split("\n```")[0] ?? "";
  const ports = new Map<string, number>();
  for (const name of [
    ...names.flatMap((db) => [`${db}:5432`, `${db}:8008`, `${db}:2379`, `${db}:2380`]),
    "primary",
    "replica",
  ])
    ports.set(name, await findFreePort());
  /** Puts this machine's addresses in place of the guide's. */
  const here = (text: string) =>
    text
      .replace(
        /10\.0\.0\.1(\d):(\d+) check port (\d+)/g,
        (_, at, port, checked) =>
          `127.0.0.1:${ports.get(`db${at}:${port}`)} check port ${ports.get(`db${at}:${checked}`)}`,
      )
      .replace(/10\.0\.0\.1(\d):(\d+)/g, (_, at, port) => `127.0.0.1:${ports.get(`db${at}:${port}`)}`);

  const children = new Map<string, number>();
  /** As the user postgres; ends with this process. */
  const launch = (name: string, ...words: string[]) => {
    const log = openSync(join(dir, `${name}.log`), "a");
    const child = spawn(
      "setpriv",
      ["--reuid=postgres", "--regid=postgres", "--init-groups", "--pdeathsig=TERM", ...words],
      { stdio: ["ignore", log, log], env: { ...process.env, HOME: dir }, cwd: dir },
    );
    children.set(name, child.pid ?? 0);
    child.once("exit", () => children.delete(name));
  };

  for (const name of [...names, "etcd1", "etcd2", "etcd3"]) mkdirSync(join(dir, name), { mode: 0o700 });
  const peers = names.map((_, at) => `etcd${at + 1}=http://127.0.0.1:${ports.get(`db${at + 1}:2380`)}`);
  names.forEach((name, at) => {
    const own = here(
      blockOf("yaml")
        .replace("name: db1", `name: ${name}`)
        .replace(/^(?!etcd).*/gm, (line) => line.replaceAll("10.0.0.11", `10.0.0.1${at + 1}`)),
    )
      .replaceAll("10.0.0.0/24", "127.0.0.1/32")
      .replace(/data_dir: .*/, `data_dir: ${dir}/${name}/data\n  pgpass: ${dir}/${name}/pgpass`)
      .replace(
        /bin_dir: .*/,
        `bin_dir: ${programs}\n  parameters: { unix_socket_directories: ${dir}/${name}, fsync: "off" }`,
      )
      // A container has no watchdog.
      .replace("mode: required", 'mode: "off"')
      .replace(
        "  dcs:",
        `  dcs:${Object.entries(quickTimes)
          .map(([key, value]) => `\n    ${key}: ${value}`)
          .join("")}`,
      );
    writeFileSync(join(dir, `${name}.yml`), own);
  });
  const bind = (name: string) => `bind 127.0.0.1:${ports.get(name)}`;
  writeFileSync(
    join(dir, "haproxy.cfg"),
    `${here(blockOf("haproxy")).replace("bind 127.0.0.1:5000", bind("primary")).replace("bind 127.0.0.1:5001", bind("replica"))}\n`,
  );
  execFileSync("chown", ["-R", "postgres:", dir]);

  const ask = (name: Name, path: string, sent?: { method: string; body: object }) =>
    fetch(`http://127.0.0.1:${ports.get(`${name}:8008`)}${path}`, {
      signal: AbortSignal.timeout(sent ? 20_000 : 2_000),
      ...(sent && { method: sent.method, body: JSON.stringify(sent.body) }),
    });
  const is = (name: Name, path: string) =>
    ask(name, path).then(
      ({ ok }) => ok,
      () => false,
    );
  const until = (condition: () => Promise<boolean>) =>
    vi.waitUntil(condition, { timeout: 60_000, interval: 200 });
  const find = async (path: string) => {
    for (const name of names) if (await is(name, path)) return name;
    throw new Error(`no server is ${path}`);
  };
  const primary = () => find("/primary");
  const untilWhole = async () => {
    await until(async () => {
      const [replicas, synchronous] = await Promise.all([
        Promise.all(names.map((name) => is(name, "/replica?lag=1MB"))),
        find("/synchronous").catch(() => undefined),
      ]);
      return replicas.filter(Boolean).length === 2 && synchronous !== undefined;
    });
  };
  const startPatroni = (name: Name) => launch(name, "patroni", join(dir, `${name}.yml`));
  /** Patroni, the server that it started, and that one's children. */
  const processesOf = (name: Name) => {
    let postmaster: string | undefined;
    try {
      [postmaster] = readFileSync(join(dir, name, "data/postmaster.pid"), "utf8").split("\n");
    } catch {}
    const found = postmaster
      ? execFileSync("ps", ["-o", "pid=,cmd=", "--pid", postmaster, "--ppid", postmaster], {
          encoding: "utf8",
        })
      : "";
    // A process number of a server that has ended may belong to another program.
    const servers = found.includes(join(dir, name, "data"))
      ? [...found.matchAll(/^\s*(\d+)/gm)].map(([, pid]) => Number(pid))
      : [];
    return [...(children.has(name) ? [children.get(name) ?? 0] : []), ...servers];
  };
  const signal = (name: Name, how: NodeJS.Signals) => {
    for (const pid of processesOf(name))
      try {
        process.kill(pid, how);
      } catch {}
  };

  names.forEach((_, at) => {
    const [client, peer] = ["2379", "2380"].map(
      (port) => `http://127.0.0.1:${ports.get(`db${at + 1}:${port}`)}`,
    ) as [string, string];
    launch(
      `etcd${at + 1}`,
      "etcd",
      "--name",
      `etcd${at + 1}`,
      "--data-dir",
      join(dir, `etcd${at + 1}`, "data"),
      "--listen-client-urls",
      client,
      "--advertise-client-urls",
      client,
      "--listen-peer-urls",
      peer,
      "--initial-advertise-peer-urls",
      peer,
      "--initial-cluster",
      peers.join(","),
      "--enable-v2",
      "--log-level",
      "warn",
    );
  });
  startPatroni("db1");
  await until(() => is("db1", "/primary"));
  startPatroni("db2");
  startPatroni("db3");
  launch("haproxy", "/usr/sbin/haproxy", "-db", "-f", join(dir, "haproxy.cfg"));
  await untilWhole();
  const url = (role: string, database: string, port = ports.get("primary")) =>
    `postgres://${role}:secret@127.0.0.1:${port}/${database}`;
  await vi.waitFor(
    () =>
      onServer(url("postgres", "postgres"), async (client) => {
        for (const role of ["sabia_owner", "sabia_app"])
          await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
        await client.query("CREATE DATABASE sabia OWNER sabia_owner");
      }),
    { timeout: 20_000, interval: 500 },
  );

  return {
    urls: {
      owner: url("sabia_owner", "sabia"),
      application: url("sabia_app", "sabia"),
      replica: url("sabia_app", "sabia", ports.get("replica")),
    },
    primary,
    kill: (name) => signal(name, "SIGKILL"),
    hang: (name) => signal(name, "SIGSTOP"),
    wake: (name) => signal(name, "SIGCONT"),
    revive: startPatroni,
    async switchOver() {
      const leader = await primary();
      const answer = await ask(leader, "/switchover", {
        method: "POST",
        body: { leader, candidate: await find("/synchronous") },
      });
      if (!answer.ok) throw new Error(await answer.text());
    },
    async useUsualTimes() {
      const body = { ttl: 30, loop_wait: 10, retry_timeout: 10 };
      await ask(await primary(), "/config", { method: "PATCH", body });
      // The primary renews its lock for as long as it was told at its last turn.
      await until(async () => {
        const lock = await fetch(`http://127.0.0.1:${ports.get("db1:2379")}/v2/keys/service/sabia/leader`);
        return ((await lock.json()) as { node: { ttl: number } }).node.ttl > quickTimes.ttl;
      });
    },
    untilWhole,
    async stop() {
      for (const name of names) signal(name, "SIGKILL");
      for (const pid of children.values()) process.kill(pid, "SIGKILL");
      await until(async () => children.size === 0);
      rmSync(dir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
