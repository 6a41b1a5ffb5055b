import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const pgbouncerProgram = "/usr/sbin/pgbouncer";

export interface PgBouncer {
  /** Reads other databases, as `pgbouncer.ini` names them, without ending a client's connection. */
  useDatabases(lines: string): void;
  /** Ends it and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts Debian's PgBouncer in transaction mode, as docs/operations.md sets it up. `databases`: lines of
 * `pgbouncer.ini`;
 * `poolSize`: connections to the server for each database and user.
 */
export function startPgBouncer({
  port,
  databases,
  user,
  password = "",
  poolSize,
}: {
  port: number;
  databases: string;
  user: string;
  password?: string;
  poolSize: number;
}): PgBouncer {
  const dir = mkdtempSync(join(tmpdir(), "sabia-pgbouncer-"));
  const file = join(dir, "ini");
  const write = (lines: string) =>
    writeFileSync(
      file,
      `[databases]
${lines}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${dir}/users
pool_mode = transaction
default_pool_size = ${poolSize}
server_login_retry = 1
ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, extra_float_digits
`,
    );
  write(databases);
  writeFileSync(join(dir, "users"), `"${user}" "${password}"\n`);
  chmodSync(dir, 0o755);
  let child: ChildProcess;
  const start = () => {
    child = spawn(pgbouncerProgram, ["-u", "postgres", file], { stdio: "ignore" });
  };
  const kill = async () => {
    const ended = once(child, "close");
    child.kill("SIGKILL");
    await ended;
  };
  start();
  return {
    useDatabases(lines) {
      write(lines);
      child.kill("SIGHUP");
    },
    async restart() {
      await kill();
      start();
    },
    async stop() {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
