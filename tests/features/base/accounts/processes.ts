import { afterAll } from "vitest";
import { startApp } from "../../../../dev/app-process";
import { findFreePort } from "../../../../dev/postgres/free-port";
import { makeBuild } from "../../../support/http-app";
import type { TestWorld } from "../../../support/test-services";

export interface ServerProcess {
  port: number;
  /** Its public URL. */
  origin: string;
  stop(): Promise<void>;
}

/** Starts another process of the product on the same database, until the end of the test file. */
export async function startServerProcess(
  world: TestWorld,
  variables: Record<string, string> = {},
): Promise<ServerProcess> {
  await makeBuild();
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const given = Object.entries(world.services.env).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, typeof value === "boolean" ? String(Number(value)) : String(value)] as const],
  );
  const env = {
    ...Object.fromEntries(given),
    PORT: String(port),
    APP_URL: origin,
    LOG_LEVEL: "warn",
    ...variables,
  };
  const app = await startApp(env, { quiet: true });
  afterAll(() => app.stop());
  return { port, origin, stop: () => app.stop() };
}
