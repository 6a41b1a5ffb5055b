import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const pgbouncerProgram = "/usr/sbin/pgbouncer";

/**
 * Starts Debian's PgBouncer in transaction mode, as docs/operations.md sets it up. `databases`: lines of
 * `pgbouncer.ini`; `poolSize`: connections to the server for each database and user.
 */
export function startPgBouncer({
  port,
  databases,
  user,
  password,
  poolSize,
}: {
  port: number;
  databases: string;
  user: string;
  password: string;
  poolSize: number;
}): { stop(): Promise<void> } {
  const dir = mkdtempSync(join(tmpdir(), "sabia-pgbouncer-"));
  const file = join(dir, "ini");
  writeFileSync(
    file,
    `[databases]
${databases}
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
  writeFileSync(join(dir, "users"), `"${user}" "${password}"\n`);
  chmodSync(dir, 0o755);
  const child = spawn(pgbouncerProgram, ["-u", "postgres", file], { stdio: "ignore" });
  const ended = once(child, "close");
  return {
    async stop() {
      child.kill("SIGKILL");
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
