import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { createTransport } from "nodemailer";
import { uploadKeptDays } from "../../app/features/studio/uploads/upload-limits";
import { findPrograms } from "../../app/integrations/conversion/run-program.server";
import { requiresTls } from "../../app/integrations/mail/smtp.server";
import { createStripeClient } from "../../app/integrations/payments/stripe-client.server";
import { webhookEventTypes } from "../../app/integrations/payments/stripe-event.server";
import { setUpBucket } from "../../app/integrations/storage/s3-setup.server";
import type { Storage } from "../../app/integrations/storage/storage";
import { listMissingCompanyVariables } from "../../app/platform/company";
import type { Env } from "../../app/platform/env.server";
import { about, ask, type Finding } from "./finding";

const timeoutMs = 10_000;

/** Also that Stripe sends the events that settle payments. */
export async function checkStripe(env: Env): Promise<Finding[]> {
  const { ok, warn, fail } = about("Stripe");
  const stripe = createStripeClient({
    secretKey: env.STRIPE_SECRET_KEY,
    apiUrl: env.STRIPE_API_URL,
    timeoutMs,
    maxNetworkRetries: 1,
  });
  const { livemode } = await stripe.balance.retrieve();
  const findings = livemode ? ok("a live key") : warn("a test key: no real payment is taken");
  const url = `${env.APP_URL}/webhooks/stripe`;
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const endpoint = data.find((each) => each.url === url && each.status === "enabled");
  if (!endpoint) {
    return [...findings, ...fail(`no enabled webhook endpoint for ${url}`)];
  }
  const sent = new Set(endpoint.enabled_events);
  const missing = sent.has("*") ? [] : webhookEventTypes.filter((type) => !sent.has(type));
  return [
    ...findings,
    ...(missing.length > 0
      ? fail(`the webhook endpoint lacks ${missing.join(", ")}`)
      : ok("the webhook endpoint has every event")),
    ...(await checkDeliveries(stripe)),
  ];
}

const hourMs = 60 * 60_000;

/** Stripe's first attempts deliver an event within this time. */
const deliveredMs = 2 * 60_000;

/** Stripe never shows an endpoint's secret: a wrong STRIPE_WEBHOOK_SECRET is seen by refused events. */
async function checkDeliveries(stripe: ReturnType<typeof createStripeClient>): Promise<Finding[]> {
  const { ok, fail } = about("Webhooks");
  const now = Date.now();
  const { data } = await stripe.events.list({
    limit: 100,
    delivery_success: false,
    created: { gte: Math.floor((now - 24 * hourMs) / 1000) },
  });
  const late = data.filter(
    ({ type, created }) => webhookEventTypes.includes(type) && created * 1000 < now - deliveredMs,
  );
  return late.length === 0
    ? ok("Stripe delivered every event of the last day")
    : fail(
        `Stripe could not deliver ${late.length} events of the last day: set STRIPE_WEBHOOK_SECRET to the signing secret that the dashboard shows for this endpoint, and look for "a bad signature" in the log; without such lines, the proxy or a firewall refuses Stripe`,
      );
}

/** With TLS where it is required; sends nothing. */
export async function checkMail(env: Env): Promise<Finding[]> {
  const { ok, warn } = about("Mail");
  if (!env.SMTP_URL) return warn("SMTP_URL is not set: mails wait");
  const transport = createTransport({
    url: env.SMTP_URL,
    requireTLS: requiresTls(env.SMTP_URL),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
  });
  await transport.verify();
  transport.close();
  return ok("the server accepts the sign-in");
}

/** Plays and changes nothing. */
export async function checkStream(env: Env): Promise<Finding[]> {
  const { ok, fail } = about("Cloudflare Stream");
  const { CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: token } = env;
  if (!account || !token) return ok("not set: the file store delivers");
  const api = env.CLOUDFLARE_API_URL ?? "https://api.cloudflare.com/client/v4";
  const { status } = await fetch(`${api}/accounts/${account}/stream?limit=1`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(timeoutMs),
  });
  return status === 200
    ? ok("the token is accepted")
    : fail(`status ${status}: the token needs Stream:Edit for this account`);
}

const webhookSecretForm = /^whsec_[A-Za-z0-9+/=_-]{24,}$/;

export function checkSettings(env: Env): Finding[] {
  const missing = listMissingCompanyVariables(env);
  const company = about("Company");
  return [
    ...(env.STRIPE_WEBHOOK_SECRET === undefined || webhookSecretForm.test(env.STRIPE_WEBHOOK_SECRET)
      ? []
      : about("Webhooks").fail(
          "STRIPE_WEBHOOK_SECRET is no secret that Stripe issues, so it signs with another: copy the endpoint's signing secret from the dashboard (whsec_ and at least 24 letters and digits)",
        )),
    ...(missing.length > 0
      ? company.warn(`${missing.join(", ")}: the law requires them on a shop's pages`)
      : company.ok("complete")),
    ...(env.FIRST_ADMIN_EMAIL
      ? []
      : about("First administrator").warn(
          "FIRST_ADMIN_EMAIL is not set: the first to sign in at /admin-login becomes administrator",
        )),
  ];
}

/** Whether the collectors of traces and errors answer; sends none. */
export async function checkTelemetry(
  env: Pick<Env, "OTEL_EXPORTER_OTLP_ENDPOINT" | "SENTRY_DSN">,
): Promise<Finding[]> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, SENTRY_DSN } = env;
  const findings = Object.entries({ OTEL_EXPORTER_OTLP_ENDPOINT, SENTRY_DSN }).map(
    async ([variable, url]): Promise<Finding[]> => {
      if (!url) return [];
      const { ok, fail } = about(variable);
      const { origin } = new URL(url);
      const answer = await ask(origin, { redirect: "manual" });
      if (typeof answer === "string")
        return fail(
          `${origin} does not answer (${answer}): correct ${variable}, start the collector, or remove the variable`,
        );
      await answer.body?.cancel();
      return ok(`${origin} answers`);
    },
  );
  return (await Promise.all(findings)).flat();
}

/** That the server and `build/backup.js` run. `path`: the PATH. */
export async function checkPrograms(
  env: Pick<Env, "VIDEO_LADDER" | "BACKUP_DIR">,
  path = process.env.PATH,
): Promise<Finding[]> {
  const version = await promisify(execFile)("pg_dump", ["--version"], {
    env: { ...process.env, PATH: path ?? "" },
  }).catch(() => undefined);
  const [ffmpeg, dump] = [about("ffmpeg"), about("pg_dump")];
  const isOn = env.VIDEO_LADDER === "on";
  return [
    ...(isOn && !findPrograms(path)
      ? ffmpeg.warn(
          "ffmpeg and ffprobe are not on the PATH: no renditions are made, and files that some browser cannot play stay as they are. Install ffmpeg, or set VIDEO_LADDER=off",
        )
      : ffmpeg.ok(isOn ? "found" : "VIDEO_LADDER is off")),
    ...(version
      ? dump.ok(version.stdout.trim())
      : dump[env.BACKUP_DIR ? "fail" : "warn"](
          "pg_dump is not on the PATH: backup.js makes no backup. Install PostgreSQL's client of the server's version",
        )),
  ];
}

/** Writes a small file, reads a part of it, and removes it. */
export async function checkStore(storage: Storage): Promise<Finding[]> {
  const key = `doctor/${randomUUID()}.bin`;
  const content = "0123456789";
  try {
    await storage.put(key, Readable.from([Buffer.from(content)]));
    const part = await storage.open(key, { range: { start: 2, end: 5 } });
    const read = part ? Buffer.concat(await part.body.toArray()).toString() : "nothing";
    const { ok, fail } = about("Files");
    return read === "2345"
      ? ok("written, read in part, removed")
      : fail(`a part of a file was read as ${read.length} other bytes`);
  } finally {
    await storage.remove(key);
  }
}

export async function checkBucketRules(env: Env): Promise<Finding[]> {
  if (!env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) return [];
  const settings = {
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  };
  const { cors, lifecycle, tooSoon } = await setUpBucket(settings, {
    appUrl: env.APP_URL,
    uploadsKeptDays: uploadKeptDays,
    change: false,
  });
  const { ok, warn, fail } = about("Bucket");
  const missing = [
    ...(cors === "missing" ? ["CORS"] : []),
    ...(lifecycle === "missing" ? ["lifecycle"] : []),
  ];
  return [
    ...(missing.length > 0
      ? fail(`${missing.join(" and ")} not set: run storage-setup`)
      : ok("CORS and lifecycle are set")),
    ...tooSoon.flatMap((name) => warn(`rule "${name}" ends uploads too soon`)),
  ];
}
