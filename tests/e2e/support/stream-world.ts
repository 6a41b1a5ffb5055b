// biome-ignore-all lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
/** The tests' own `test` in a world of its own, whose videos go through a local Cloudflare Stream. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startApp } from "../../../dev/app-process";
import type { LocalStream } from "../../../dev/cloudflare-stream/server";
import { startLocalWorld } from "../../../dev/local-world";
import { findFreePort } from "../../../dev/postgres/free-port";
import { createShop } from "./shop";
import { test as base } from "./test";

export interface StreamWorld {
  appUrl: string;
  stripeUrl: string;
  stream: LocalStream;
  /** Lets the job run that asks the service about its videos, which otherwise comes once a minute. */
  checkNow(): Promise<void>;
}

async function startStreamWorld(): Promise<{ world: StreamWorld; stop(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), "sabia-e2e-stream-"));
  const stops: (() => Promise<void>)[] = [async () => rmSync(dir, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const appUrl = `http://localhost:${await findFreePort()}`;
    const { stream, stripe, env, ...local } = await startLocalWorld({
      dir,
      appUrl,
      ephemeral: true,
      stream: true,
    });
    stops.push(local.stop);
    if (!stream) throw new Error("no stream in this world");
    const app = await startApp({ ...env, LOG_LEVEL: "warn", TRUSTED_PROXY_HOPS: "1" }, { quiet: true });
    stops.push(app.stop);
    const checkNow = async () => {
      const client = new pg.Client({ connectionString: env.DATABASE_URL });
      await client.connect();
      try {
        await client.query("UPDATE video_streams SET check_at = now() WHERE check_at IS NOT NULL");
        await client.query("SELECT graphile_worker.add_job('check-streams')");
      } finally {
        await client.end();
      }
    };
    return { world: { appUrl, stripeUrl: stripe.url, stream, checkNow }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export const test = base.extend<object, { streamWorld: StreamWorld }>({
  streamWorld: [
    async ({}, use) => {
      const { world, stop } = await startStreamWorld();
      await use(world);
      await stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  baseURL: async ({ streamWorld }, use) => use(streamWorld.appUrl),

  shop: async ({ playwright, streamWorld }, use) => {
    const shop = createShop(playwright, streamWorld);
    await use(shop);
    await shop.close();
  },
});
