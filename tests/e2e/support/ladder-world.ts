// biome-ignore-all lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
/** The tests' own `test` in a world of its own, whose videos are in a bucket of another origin and get ladders. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUpBucket } from "~/integrations/storage/s3-setup.server";
import { startApp } from "../../../dev/app-process";
import { startLocalWorld } from "../../../dev/local-world";
import { findFreePort } from "../../../dev/postgres/free-port";
import { startS3Server } from "../../support/s3/s3-server";
import { createShop } from "./shop";
import { test as base } from "./test";

export interface LadderWorld {
  appUrl: string;
  stripeUrl: string;
  bucketUrl: string;
  /** Stops the server for good: pages that go on work without it. */
  stopApp(): Promise<void>;
}

async function startLadderWorld(): Promise<{ world: LadderWorld; stop(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), "sabia-e2e-ladder-"));
  const stops: (() => Promise<void>)[] = [async () => rmSync(dir, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const appUrl = `http://localhost:${await findFreePort()}`;
    const s3 = await startS3Server();
    stops.push(() => s3.close());
    await setUpBucket(s3.settings, { appUrl, uploadsKeptDays: 7 });
    const { stripe, env, ...local } = await startLocalWorld({ dir, appUrl, ephemeral: true });
    stops.push(local.stop);
    const app = await startApp(
      { ...env, ...s3.variables, VIDEO_LADDER: "on", LOG_LEVEL: "warn", TRUSTED_PROXY_HOPS: "1" },
      { quiet: true },
    );
    stops.push(app.stop);
    const stopApp = app.stop;
    return { world: { appUrl, stripeUrl: stripe.url, bucketUrl: s3.settings.endpoint, stopApp }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export const test = base.extend<object, { ladderWorld: LadderWorld }>({
  ladderWorld: [
    async ({}, use) => {
      const { world, stop } = await startLadderWorld();
      await use(world);
      await stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  baseURL: async ({ ladderWorld }, use) => use(ladderWorld.appUrl),

  shop: async ({ playwright, ladderWorld }, use) => {
    const shop = createShop(playwright, ladderWorld);
    await use(shop);
    await shop.close();
  },
});
