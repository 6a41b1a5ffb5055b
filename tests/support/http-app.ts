import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, inject } from "vitest";
import { type AppParts, createApp } from "~/server/http/app.server";
import { buildApp } from "../../dev/build-app";
import { onServer } from "./on-server";
import type { TestWorld } from "./test-services";

/** Any number will do, as long as nothing else on the shared PostgreSQL locks it. */
const buildLock = 5_381_007;

/** Builds the app when its sources changed. Test files run side by side: the first builds, the others wait for it. */
export async function makeBuild(): Promise<void> {
  await onServer(inject("postgresUrl"), async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [buildLock]);
    await buildApp();
  });
}

/** The build, as `server.ts` loads it. */
export async function loadBuild(): Promise<ServerBuild> {
  await makeBuild();
  return (await import(
    /* @vite-ignore */ pathToFileURL(resolve("build/server/index.js")).href
  )) as ServerBuild;
}

export interface HttpApp {
  /** Where it listens. What it believes its address to be is the world's APP_URL. */
  port: number;
  build: ServerBuild;
}

/** The product's whole HTTP surface over a test world's services, until the test file is done. */
export async function startHttpApp(
  { services }: TestWorld,
  changes: Partial<Pick<AppParts, "build" | "bodyLimits">> = {},
): Promise<HttpApp> {
  const build = changes.build ?? (await loadBuild());
  const clientDir = resolve("build/client");
  const server = createServer(createApp({ services, clientDir, ...changes, build }));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  afterAll(async () => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  });
  return { port: (server.address() as AddressInfo).port, build };
}
