import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";

/** Ends a process with its parent (end-with-parent.js). */
export const endWithParent = `--import=${new URL("./end-with-parent.js", import.meta.url).href}`;

export interface AppProcess {
  process: ChildProcess;
  /** SIGTERM, then SIGKILL without a reaction. */
  stop(): Promise<void>;
}

export interface AppOptions {
  quiet?: boolean;
  serverFile?: string;
  logFile?: string;
  root?: string;
}

const asInImage = { MALLOC_ARENA_MAX: "2" };

/** Waits until the server is healthy, for 30 s. It ends with this process. Throws with its output when it fails. */
export async function startApp(
  env: Record<string, string>,
  { quiet = false, serverFile = "build/server.js", logFile, root }: AppOptions = {},
): Promise<AppProcess> {
  const log = logFile === undefined ? undefined : openSync(logFile, "a");
  const child = spawn(process.execPath, ["--enable-source-maps", endWithParent, serverFile], {
    ...(root && { cwd: root }),
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME, ...asInImage, ...env },
    stdio: ["ignore", log ?? "pipe", "pipe"],
  });
  if (log !== undefined) closeSync(log);
  const recent: string[] = [];
  const take = (to: NodeJS.WriteStream) => (chunk: Buffer) => {
    recent.push(chunk.toString());
    if (recent.length > 50) recent.shift();
    if (!quiet) to.write(chunk);
  };
  child.stdout?.on("data", take(process.stdout));
  child.stderr?.on("data", take(process.stderr));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    const force = setTimeout(() => child.kill("SIGKILL"), 12_000);
    await ended;
    clearTimeout(force);
  };
  // APP_URL may lead through a proxy.
  const address = env.PORT ? `http://localhost:${env.PORT}` : env.APP_URL;
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended at once:\n${recent.join("")}`);
    const answer = await fetch(`${address}/healthcheck`).catch(() => undefined);
    if (answer?.ok && child.exitCode === null) return { process: child, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`the server was not healthy within 30 s:\n${recent.join("")}`);
}
