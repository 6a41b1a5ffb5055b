/** The services of the browser tests: database, Stripe, mailbox and server, on their own ports. */
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "../../../dev/app-process";
import { buildApp } from "../../../dev/build-app";
import { startLocalWorld } from "../../../dev/local-world";
import { findFreePort } from "../../../dev/postgres/free-port";

/** The server's log; the tests fail if it contains an error. */
const logFile = "test-results/app.log";

/** Starts everything and passes the addresses to the workers (`world.ts`). Returns the teardown. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dir = mkdtempSync(join(tmpdir(), "sabia-e2e-"));
  const stops: (() => Promise<void>)[] = [async () => rmSync(dir, { recursive: true, force: true })];
  const stopAll = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    await buildApp({ quick: true });
    const appUrl = `http://localhost:${await findFreePort()}`;
    const world = await startLocalWorld({ dir, appUrl, ephemeral: true });
    stops.push(world.stop);
    // Rate limits count by address: with one trusted proxy, each visitor may have its own (`people.ts`).
    const own = { LOG_LEVEL: "warn", TRUSTED_PROXY_HOPS: "1" };
    const app = await startApp({ ...world.env, ...own }, { quiet: true });
    stops.push(app.stop);
    mkdirSync("test-results", { recursive: true });
    const log = createWriteStream(logFile);
    app.process.stdout?.pipe(log);
    app.process.stderr?.pipe(log);
    process.env.SABIA_E2E_APP_URL = appUrl;
    process.env.SABIA_E2E_STRIPE_URL = world.stripe.url;
    process.env.SABIA_E2E_MAILBOX_URL = world.mailbox.pageUrl;
    process.env.SABIA_E2E_LINK_SECRET = world.env.SESSION_SECRET;
  } catch (error) {
    await stopAll();
    throw error;
  }
  return async () => {
    await stopAll();
    refuseLoggedErrors();
  };
}

/** pino's levels: 50 is error. Failures that a test provokes are not logged as errors. */
function refuseLoggedErrors(): void {
  const lines = readFileSync(logFile, "utf8").split("\n");
  const errors = lines.filter((line) => /"level":[56]0/.test(line) || /^(?!\{)\S*Error\b/.test(line));
  if (errors.length > 0) throw new Error(`The server logged errors during the tests:\n${errors.join("\n")}`);
}
