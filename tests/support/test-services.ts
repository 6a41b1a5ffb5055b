import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { afterAll } from "vitest";
import { createStripePayments } from "~/integrations/payments/stripe.server";
import { parseEnv } from "~/platform/env.server";
import type { Services } from "~/platform/services";
import { createServices } from "~/server/create-services.server";
import type { LocalStripe } from "../../dev/stripe/server";
import { startStripe } from "../../dev/stripe/server";
import { takeTestDatabase } from "./test-database";

export const appUrl = "http://localhost:3000";

export interface TestWorld {
  services: Services;
  stripe: LocalStripe;
  /** The folder of all stored files. */
  storageDir: string;
  /** The parsed log. */
  logged: Record<string, unknown>[];
  /** Sets the product's clock and the local Stripe's, which do not run. */
  setTime(now: Date): void;
  advance(milliseconds: number): void;
}

type Variables = Record<string, string | undefined>;

/**
 * The product's services until the end of the test file, all real: PostgreSQL, the disk store in a temporary folder,
 * the Stripe adapter with the local Stripe. `variables`: changes of the environment, optionally as a function of the
 * database's URL.
 */
export async function startTestWorld(
  variables: Variables | ((databaseUrl: string) => Variables) = {},
): Promise<TestWorld> {
  // Real time, in whole seconds: Stripe's SDK compares some times with the machine's clock.
  let now = Math.floor(Date.now() / 1000) * 1000;
  const clock = () => new Date(now);
  const secret = (prefix = "") => prefix + randomBytes(24).toString("hex");
  const webhookSecret = secret("whsec_");
  const secretKey = secret("sk_test_");
  const database = await takeTestDatabase();
  const storageDir = await mkdtemp(join(tmpdir(), "sabia-test-files-"));
  const stripe = await startStripe({ webhookSecret, secretKey, clock, retryDelaysMs: [10, 10] });
  const parsed = parseEnv({
    NODE_ENV: "test",
    APP_URL: appUrl,
    ADMIN_SECOND_FACTOR: "never",
    DATABASE_URL: database.url,
    SESSION_SECRET: secret(),
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: stripe.url,
    STORAGE_DIR: storageDir,
    ...(typeof variables === "function" ? variables(database.url) : variables),
  });
  if (!parsed.ok) throw new Error(parsed.problems.join("\n"));
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const services: Services = {
    ...createServices(parsed.env, log, clock),
    // The build's path: tests of it build first (http-app.ts).
    workbookWorker: pathToFileURL(resolve("build/workbook-worker.js")),
    pdfWorker: pathToFileURL(resolve("build/pdf-worker.js")),
    // The same adapter, without waiting for retries in an outage.
    payments: createStripePayments({
      secretKey,
      webhookSecret,
      apiUrl: stripe.url,
      clock,
      timeoutMs: 2_000,
      maxNetworkRetries: 0,
    }),
  };
  afterAll(async () => {
    await services.db.destroy();
    await stripe.close();
    await database.drop();
    await rm(storageDir, { recursive: true, force: true });
  });
  return {
    services,
    stripe,
    storageDir,
    logged,
    setTime: (time) => {
      now = time.getTime();
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
