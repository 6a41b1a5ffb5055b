import { type AppOptions, type AppProcess, startApp } from "./app-process";
import { buildApp } from "./build-app";
import { type LocalWorld, startLocalWorld } from "./local-world";
import { findFreePort } from "./postgres/free-port";

export interface Product {
  url: string;
  world: LocalWorld;
  app: AppProcess;
  stop(): Promise<void>;
}

interface ProductOptions extends AppOptions {
  variables?: Record<string, string>;
  /** Commits may stay in memory. */
  ephemeral?: boolean;
}

/** Builds it, and starts it on a free port with local services and no data. `dir`: for all data. */
export async function startProduct(
  dir: string,
  { variables = {}, ephemeral = true, ...options }: ProductOptions = {},
): Promise<Product> {
  await buildApp();
  const url = `http://localhost:${await findFreePort()}`;
  const world = await startLocalWorld({ dir, appUrl: url, ephemeral });
  try {
    const app = await startApp({ ...world.env, ...variables }, options);
    const stop = async () => {
      await app.stop();
      await world.stop();
    };
    return { url, world, app, stop };
  } catch (error) {
    await world.stop();
    throw error;
  }
}
