/** The services of the browser tests: database, Stripe, mailbox and server, on their own ports. */
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { buildApp } from "../../../dev/build-app";
import { startWorld } from "./own-world";

/** The server's log; the tests fail if it contains an error. */
const logFile = "test-results/app.log";

/** Starts everything and passes the addresses to the workers (`world.ts`). Returns the teardown. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await buildApp({ quick: true });
  const { appUrl, local, app, stop } = await startWorld();
  mkdirSync("test-results", { recursive: true });
  const log = createWriteStream(logFile);
  app.process.stdout?.pipe(log);
  app.process.stderr?.pipe(log);
  process.env.SABIA_E2E_APP_URL = appUrl;
  process.env.SABIA_E2E_STRIPE_URL = local.stripe.url;
  process.env.SABIA_E2E_MAILBOX_URL = local.mailbox.pageUrl;
  process.env.SABIA_E2E_LINK_SECRET = local.env.SESSION_SECRET;
  return async () => {
    await stop();
    refuseLoggedErrors();
  };
}

/** pino's levels: 50 is error. Failures that a test provokes are not logged as errors. */
function refuseLoggedErrors(): void {
  const lines = readFileSync(logFile, "utf8").split("\n");
  const errors = lines.filter((line) => /"level":[56]0/.test(line) || /^(?!\{)\S*Error\b/.test(line));
  if (errors.length > 0) throw new Error(`The server logged errors during the tests:\n${errors.join("\n")}`);
}
