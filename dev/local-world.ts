/** External services on this machine, for `npm start` and the browser tests. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrateToLatest } from "../migrations/migrate";
import { UnknownHistory } from "../migrations/tools/migration-refused";
import { startCloudflareStream } from "./cloudflare-stream/server";
import { demoGooglePeople } from "./demo/people";
import { startGoogle } from "./google/start-google";
import { startMailbox } from "./mailbox/start-mailbox";
import { applicationRole, asApplicationRole, ensureApplicationRole } from "./postgres/application-role";
import { isPortFree } from "./postgres/free-port";
import { startPostgres } from "./postgres/start-postgres";
import { readOrMakeSecrets } from "./secrets";
import { startStripe } from "./stripe/server";

const googleClient = { id: "local", secret: "local" };

export type LocalWorld = Awaited<ReturnType<typeof startLocalWorld>>;

export interface WorldOptions {
  dir: string;
  appUrl: string;
  /** `stop()` deletes all data. */
  ephemeral?: boolean;
  /** Another is used when it is in use. */
  stripePort?: number;
  mailboxPort?: number;
  stream?: boolean | { port: number };
  log?: (line: string) => void;
}

/** Also migrates the database. When one service fails, stops those already started. */
export async function startLocalWorld(options: WorldOptions) {
  const { dir, appUrl, ephemeral, stream: wantsStream, log } = options;
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
    await migrateToLatest(postgres.url, applicationRole).catch((error: unknown) => {
      throw explainOldData(error, dir);
    });
    const stripe = await startStripe({
      port: await freeOrAny(options.stripePort),
      webhookUrl: `${appUrl}/webhooks/stripe`,
      webhookSecret: secrets.stripeWebhookSecret,
      secretKey: secrets.stripeSecretKey,
      dataFile: ephemeral ? undefined : join(dir, "stripe.json"),
    });
    stops.push(() => stripe.close());
    const mailbox = await startMailbox({
      httpPort: await freeOrAny(options.mailboxPort),
      dataFile: ephemeral ? undefined : join(dir, "mailbox.json"),
    });
    stops.push(() => mailbox.close());
    const google = await startGoogle({ people: demoGooglePeople, client: googleClient });
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
        // The sample administrator tries payouts without an authenticator app.
        ADMIN_SECOND_FACTOR: "never",
        PORT: new URL(appUrl).port || "80",
        DATABASE_URL: asApplicationRole(postgres.url, secrets.databasePassword),
        SESSION_SECRET: secrets.sessionSecret,
        STRIPE_SECRET_KEY: secrets.stripeSecretKey,
        STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
        STRIPE_API_URL: stripe.url,
        GOOGLE_CLIENT_ID: googleClient.id,
        GOOGLE_CLIENT_SECRET: googleClient.secret,
        GOOGLE_OAUTH_URL: google.url,
        SMTP_URL: mailbox.smtpUrl,
        MAIL_FROM: "Sabiá <nao-responda@sabia.example>",
        STORAGE_DIR: join(dir, "files"),
        COMPANY_NAME: "Empresa de demonstração",
        COMPANY_ADDRESS: "Rua Exemplo, 100, Centro, São Paulo, SP, 01000-000",
        SUPPORT_EMAIL: "ajuda@sabia.example",
        DPO_NAME: "Clara Exemplo",
        DPO_EMAIL: "privacidade@sabia.example",
        // Encoding the samples, most of them half an hour long, would occupy a processor for hours.
        VIDEO_LADDER: process.env.VIDEO_LADDER ?? "off",
        ...stream?.env,
      } as Record<string, string>,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function freeOrAny(port: number | undefined): Promise<number | undefined> {
  return port !== undefined && (await isPortFree(port)) ? port : undefined;
}

/** Data made with other migrations is not continued: its folder is to be removed. Returns any other error unchanged. */
function explainOldData(error: unknown, dir: string): unknown {
  if (!(error instanceof UnknownHistory)) return error;
  return new Error(
    `The data in ${dir} was made by a version with other migrations. Remove that folder and start again: the demo data is made anew.`,
    { cause: error },
  );
}
