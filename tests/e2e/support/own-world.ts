// biome-ignore-all lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
/** The local services with the app; and the tests' own `test` in such a world of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../app/platform/db.server";
import { startApp } from "../../../dev/app-process";
import { startLocalWorld } from "../../../dev/local-world";
import { findFreePort } from "../../../dev/postgres/free-port";
import { createShop } from "./shop";
import { test as base } from "./test";

/** `variables`: of the app's environment, for its address. `stop` ends everything and deletes the files. */
export async function startWorld({
  stream = false,
  variables = async () => ({}),
}: {
  stream?: boolean;
  variables?: (appUrl: string) => Promise<Record<string, string>>;
} = {}) {
  const dir = mkdtempSync(join(tmpdir(), "sabia-e2e-"));
  const stops: (() => Promise<void>)[] = [async () => rmSync(dir, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const appUrl = `http://localhost:${await findFreePort()}`;
    const local = await startLocalWorld({ dir, appUrl, ephemeral: true, stream });
    stops.push(local.stop);
    // Rate limits count by address: with one trusted proxy, each visitor may have its own (`people.ts`).
    const own = { LOG_LEVEL: "warn", TRUSTED_PROXY_HOPS: "1", ...(await variables(appUrl)) };
    const app = await startApp({ ...local.env, ...own }, { quiet: true });
    stops.push(app.stop);
    const { db } = openDatabase(local.env.DATABASE_URL ?? "", () => {});
    stops.push(() => db.destroy());
    return { appUrl, stripeUrl: local.stripe.url, local, app, db, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/** The tests' own `test` with the fixture `world`, which each worker starts once, in place of the run's. */
export const inOwnWorld = <Own extends World>(start: () => Promise<Own>) =>
  base.extend<object, { world: Own }>({
    world: [
      async ({}, use) => {
        const world = await start();
        await use(world);
        await world.stop();
      },
      { scope: "worker", timeout: 120_000 },
    ],

    baseURL: async ({ world }, use) => use(world.appUrl),

    shop: async ({ playwright, world }, use) => {
      const shop = createShop(playwright, world);
      await use(shop);
      await shop.close();
    },
  });
