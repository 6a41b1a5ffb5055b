/** The outside world on this machine: database, Stripe, Google, mail, and Cloudflare Stream where asked for. `npm start` and the browser tests use the same. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrateToLatest } from "../migrations/migrate";
import type { LocalStream } from "./cloudflare-stream/local-stream";
import { startCloudflareStream } from "./cloudflare-stream/server";
import { demoGooglePeople } from "./demo/people";
import { startGoogle } from "./google/start-google";
import { startMailbox } from "./mailbox/start-mailbox";
import { applicationRole, asApplicationRole, ensureApplicationRole } from "./postgres/application-role";
import { isPortFree } from "./postgres/free-port";
import { startPostgres } from "./postgres/start-postgres";
import { readOrMakeSecrets } from "./secrets";
import type { LocalStripe } from "./stripe/local-stripe";
import { startStripe } from "./stripe/server";

export interface LocalWorld {
  /** The environment that a server needs to live in this world. */
  env: Record<string, string>;
  /** The database as its owner, which the server does not know. */
  databaseOwnerUrl: string;
  stripe: LocalStripe;
  mailbox: Awaited<ReturnType<typeof startMailbox>>;
  /** Undefined unless asked for: then the file store delivers. */
  stream: LocalStream | undefined;
  stop(): Promise<void>;
}

export interface WorldOptions {
  /** Where everything is kept. */
  dir: string;
  /** The address that the app will have. */
  appUrl: string;
  /** Nothing is kept beyond `stop()`: for tests. */
  ephemeral?: boolean;
  /** Ports that are nice to have: another is taken where they are not free. */
  stripePort?: number;
  mailboxPort?: number;
  googlePort?: number;
  /** Whether videos go through the local Cloudflare Stream, and the port that is nice to have for it. */
  stream?: boolean | { port: number };
  log?: (line: string) => void;
}

/** Starts it all and migrates the database. What was started is stopped again when a part fails. */
export async function startLocalWorld({
  dir,
  appUrl,
  ephemeral,
  stripePort,
  mailboxPort,
  googlePort,
  stream: wantsStream,
  log,
}: WorldOptions): Promise<LocalWorld> {
  mkdirSync(dir, { recursive: true });
  const secrets = readOrMakeSecrets(join(dir, "secrets.json"));
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const postgres = await startPostgres(
      ephemeral ? { ephemeral, log } : { dataDir: join(dir, "postgres"), log },
    );
    stops.push(() => postgres.stop());
    await ensureApplicationRole(postgres.url, secrets.databasePassword);
    await migrateToLatest(postgres.url, applicationRole);
    const stripe = await startStripe({
      port: await freeOrAny(stripePort),
      webhookUrl: `${appUrl}/webhooks/stripe`,
      webhookSecret: secrets.stripeWebhookSecret,
      secretKey: secrets.stripeSecretKey,
      dataFile: ephemeral ? undefined : join(dir, "stripe.json"),
    });
    stops.push(() => stripe.close());
    const mailbox = await startMailbox({
      httpPort: await freeOrAny(mailboxPort),
      dataFile: ephemeral ? undefined : join(dir, "mailbox.json"),
    });
    stops.push(() => mailbox.close());
    const google = await startGoogle({ port: await freeOrAny(googlePort), people: demoGooglePeople });
    stops.push(() => google.close());
    const stream = wantsStream
      ? await startCloudflareStream({
          dir: join(dir, "stream"),
          port: await freeOrAny(typeof wantsStream === "object" ? wantsStream.port : undefined),
          webhookUrl: `${appUrl}/webhooks/stream`,
        })
      : undefined;
    stops.push(async () => stream?.close());
    return {
      stripe,
      stream,
      mailbox,
      stop,
      databaseOwnerUrl: postgres.url,
      env: {
        NODE_ENV: "production",
        APP_URL: appUrl,
        PORT: new URL(appUrl).port || "80",
        DATABASE_URL: asApplicationRole(postgres.url, secrets.databasePassword),
        SESSION_SECRET: secrets.sessionSecret,
        STRIPE_SECRET_KEY: secrets.stripeSecretKey,
        STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
        STRIPE_API_URL: stripe.url,
        GOOGLE_CLIENT_ID: "local",
        GOOGLE_CLIENT_SECRET: "local",
        GOOGLE_OAUTH_URL: google.url,
        SMTP_URL: mailbox.smtpUrl,
        MAIL_FROM: "Sabiá <nao-responda@sabia.example>",
        STORAGE_DIR: join(dir, "files"),
        ...stream?.env,
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function freeOrAny(port: number | undefined): Promise<number | undefined> {
  return port !== undefined && (await isPortFree(port)) ? port : undefined;
}
