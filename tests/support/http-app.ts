import { createServer } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, inject } from "vitest";
import { type App, type AppParts, createApp } from "~/server/http/app.server";
import { buildApp } from "../../dev/build-app";
import { onServer } from "../../dev/postgres/on-server";
import { closeServer, listen } from "./listen";
import { startTestWorld, type TestWorld } from "./test-services";

/** An arbitrary advisory lock key on the shared PostgreSQL. */
const buildLock = 5_381_007;

/** Builds the app quickly if its sources changed. Of concurrent test files the first builds, and the others wait. */
export async function makeBuild(): Promise<void> {
  await onServer(inject("postgresUrl"), async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [buildLock]);
    await buildApp({ quick: true });
  });
}

/** Loads the build as `server.ts` does, with React's production modules: the others render in three times the time. */
export async function loadBuild(): Promise<ServerBuild> {
  await makeBuild();
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = "production";
  try {
    return (await import(
      /* @vite-ignore */ pathToFileURL(resolve("build/server/index.js")).href
    )) as ServerBuild;
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
}

export interface HttpApp {
  /** The listening port. The product's public URL is the world's APP_URL. */
  port: number;
  build: ServerBuild;
  app: App;
}

/** The product's HTTP server over a test world's services, until the end of the test file. */
export async function startHttpApp(
  { services }: TestWorld,
  changes: Partial<
    Pick<
      AppParts,
      "build" | "clientDir" | "bodyLimits" | "pageCache" | "isStopping" | "tracing" | "admission"
    >
  > = {},
): Promise<HttpApp> {
  const build = changes.build ?? (await loadBuild());
  const clientDir = resolve("build/client");
  const app = createApp({ services, clientDir, ...changes, build });
  const server = createServer(app);
  const port = await listen(server);
  afterAll(() => closeServer(server));
  return { port, build, app };
}

/** A test world and its HTTP server. */
export async function startHttpWorld(variables: Parameters<typeof startTestWorld>[0] = {}) {
  const world = await startTestWorld(variables);
  return { ...(await startHttpApp(world)), world, db: world.services.db };
}
