import { afterAll } from "vitest";
import { type AppOptions, type AppProcess, startApp } from "../../../dev/app-process";
import { findFreePort } from "../../../dev/postgres/free-port";
import { makeBuild } from "../../support/http-app";
import type { TestWorld } from "../../support/test-services";

export interface MortalServer {
  port: number;
  origin: string;
  /** Its process id now; another after each restart. */
  pid(): number;
  /** Ends it as a power cut does, and starts it again at the same address. */
  killAndRestart(): Promise<void>;
  /** Asks it to stop, and waits until it has ended. */
  stop(): Promise<void>;
}

/** The built product as a process of its own on a world's database and store; gone when the test file is done. */
export async function startMortalServer(
  world: TestWorld,
  variables: Record<string, string | undefined> = {},
  options: AppOptions = {},
): Promise<MortalServer> {
  await makeBuild();
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const settings = { ...world.services.env, PORT: port, APP_URL: origin, LOG_LEVEL: "warn", ...variables };
  const env = Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "boolean" ? String(Number(value)) : String(value)]],
    ),
  ) as Record<string, string>;
  let app: AppProcess = await startApp(env, { quiet: true, ...options });
  afterAll(() => app.stop());
  return {
    port,
    origin,
    stop: () => app.stop(),
    pid: () => app.process.pid ?? 0,
    async killAndRestart() {
      const ended = new Promise((resolve) => app.process.once("close", resolve));
      app.process.kill("SIGKILL");
      await ended;
      app = await startApp(env, { quiet: true, ...options });
    },
  };
}
