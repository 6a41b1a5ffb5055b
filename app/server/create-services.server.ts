import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, systemClock } from "~/integrations/clock";
import type { VideoConverter } from "~/integrations/conversion/converter";
import { createFfmpegConverter } from "~/integrations/conversion/ffmpeg.server";
import { findPrograms } from "~/integrations/conversion/run-program.server";
import { createGoogleSignIn } from "~/integrations/identity/google.server";
import type { GoogleSignIn } from "~/integrations/identity/identity";
import { createSmtpMailer } from "~/integrations/mail/smtp.server";
import { createStripePayments } from "~/integrations/payments/stripe.server";
import { createDiskStorage } from "~/integrations/storage/disk.server";
import { createS3Storage } from "~/integrations/storage/s3.server";
import type { Storage } from "~/integrations/storage/storage";
import { createCloudflareStream } from "~/integrations/streaming/cloudflare-stream.server";
import type { Streaming } from "~/integrations/streaming/streaming";
import { type OpenDatabase, openDatabase } from "~/platform/db.server";
import { type Env, listDataSecrets, listSigningSecrets } from "~/platform/env.server";
import type { Log } from "~/platform/log.server";
import { createMetrics } from "~/platform/metrics.server";
import { createPasswords } from "~/platform/passwords.server";
import { openReadDatabase } from "~/platform/replica/read-database.server";
import { watchReplica } from "~/platform/replica/watch-replica.queries.server";
import { createSecretBox } from "~/platform/secrets.server";
import type { ExportSlots, Services } from "~/platform/services";
import {
  createDeviceCookie,
  createFlashCookie,
  createSessionCookie,
} from "~/platform/session/cookies.server";
import { createRateLimits } from "~/platform/try-counter.server";

/** The only place that picks adapters (`.dependency-cruiser.cjs`). Contacts no service. */
export function createServices(env: Env, log: Log, clock: Clock = systemClock): Services {
  const noteLoss = (error: Error) => log.error({ err: error }, "database connection lost");
  const { db, pool } = openDatabase(env.DATABASE_URL, noteLoss);
  const secrets = listSigningSecrets(env);
  const metrics = createMetrics();
  metrics.watchPool(pool);
  const reading = env.DATABASE_REPLICA_URL
    ? openReplica({ url: env.DATABASE_REPLICA_URL, limitMs: env.DATABASE_REPLICA_MAX_LAG * 1_000, pool, log })
    : undefined;
  if (reading) metrics.watchReplica(reading);
  return {
    env,
    clock,
    log,
    metrics,
    db,
    pool,
    readDb: reading?.readDb ?? db,
    replica: reading?.replica,
    jobPool: env.DATABASE_DIRECT_URL ? openDatabase(env.DATABASE_DIRECT_URL, noteLoss).pool : pool,
    rateLimits: createRateLimits(db),
    passwords: createPasswords(),
    secretBox: createSecretBox(listDataSecrets(env)),
    sessionCookie: createSessionCookie(env.APP_URL, secrets),
    secondStepCookie: createSessionCookie(env.APP_URL, secrets, { suffix: "-step", maxAgeSeconds: 600 }),
    deviceCookie: createDeviceCookie(env.APP_URL, secrets),
    flashCookie: createFlashCookie(env.APP_URL, secrets),
    storage: pickStorage(env, clock),
    streaming: pickStreaming(env, clock),
    converter: pickConverter(env),
    payments: createStripePayments({
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? "",
      apiUrl: env.STRIPE_API_URL,
      clock,
    }),
    google: pickGoogle(env, clock),
    mailer: env.SMTP_URL ? createSmtpMailer({ url: env.SMTP_URL, from: env.MAIL_FROM }) : undefined,
    exportSlots: createExportSlots(),
    workbookWorker: new URL("./workbook-worker.js", import.meta.url),
    pdfWorker: new URL("./pdf-worker.js", import.meta.url),
  };
}

function openReplica({
  url,
  limitMs,
  pool,
  log,
}: {
  url: string;
  limitMs: number;
  pool: OpenDatabase["pool"];
  log: Log;
}) {
  const { pool: replicaPool } = openDatabase(url, (error) =>
    log.warn({ reason: error.message }, "connection to the replica lost"),
  );
  const onTurn = (fresh: boolean, error?: Error) => {
    if (fresh) log.info("public pages are read from the replica");
    else log.warn({ reason: error?.message }, "the replica is away or behind: the primary is read");
  };
  const replica = watchReplica({ primary: pool, replica: replicaPool, limitMs, onTurn });
  return { ...openReadDatabase({ primary: pool, replicaPool, replica }), replica };
}

function pickGoogle(env: Env, clock: Clock): GoogleSignIn | undefined {
  if (!env.GOOGLE_CLIENT_ID || !env.GOOGLE_CLIENT_SECRET) return undefined;
  return createGoogleSignIn({
    clientId: env.GOOGLE_CLIENT_ID,
    clientSecret: env.GOOGLE_CLIENT_SECRET,
    appUrl: env.APP_URL,
    secrets: listSigningSecrets(env),
    clock,
    oauthUrl: env.GOOGLE_OAUTH_URL,
  });
}

function pickStreaming(env: Env, clock: Clock): Streaming | undefined {
  const {
    CLOUDFLARE_ACCOUNT_ID: accountId,
    CLOUDFLARE_API_TOKEN: apiToken,
    CLOUDFLARE_STREAM_KEY_ID: keyId,
    CLOUDFLARE_STREAM_KEY_JWK: key,
    CLOUDFLARE_STREAM_CUSTOMER: customer,
    CLOUDFLARE_STREAM_WEBHOOK_SECRET: webhookSecret,
  } = env;
  if (!accountId || !apiToken || !keyId || !key || !customer || !webhookSecret) return undefined;
  return createCloudflareStream({
    accountId,
    apiToken,
    keyId,
    key,
    customer,
    webhookSecret,
    apiUrl: env.CLOUDFLARE_API_URL,
    playbackUrl: env.CLOUDFLARE_STREAM_URL,
    clock,
  });
}

/** The storage disk, if there is one, has room for videos. */
function pickConverter(env: Env): VideoConverter | undefined {
  const programs = findPrograms(process.env.PATH);
  const dir = env.STORAGE_DIR ? join(env.STORAGE_DIR, "converting") : join(tmpdir(), "sabia-converting");
  return programs && createFfmpegConverter({ programs, dir });
}

function pickStorage(env: Env, clock: Clock): Storage {
  if (env.S3_BUCKET && env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY) {
    return createS3Storage({
      bucket: env.S3_BUCKET,
      endpoint: env.S3_ENDPOINT,
      region: env.S3_REGION,
      accessKeyId: env.S3_ACCESS_KEY_ID,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    });
  }
  if (!env.STORAGE_DIR) throw new Error("neither S3_BUCKET nor STORAGE_DIR is set");
  return createDiskStorage({ dir: env.STORAGE_DIR, secrets: listSigningSecrets(env), clock });
}

function createExportSlots(): ExportSlots {
  const taken = new Set<string>();
  return {
    take(kind) {
      if (taken.has(kind)) return undefined;
      taken.add(kind);
      let freed = false;
      return () => {
        if (!freed) taken.delete(kind);
        freed = true;
      };
    },
  };
}
