import { cnpj } from "cpf-cnpj-validator";
import proxyAddr from "proxy-addr";
import { z } from "zod";
import { parseSigningKey } from "~/integrations/streaming/signing-key";

const placeholder = /…|:\/\/user:password@(host|mail\.example)\b/;

const text = z.string().trim().min(1);
const secret = z.string().min(32, "must be at least 32 characters");
const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http(s) address" });
const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" });
const signingKey = text.transform((value, context) => {
  const key = parseSigningKey(value);
  if (key) return key;
  context.addIssue({
    code: "custom",
    message: "must be the jwk of a Stream signing key, as Cloudflare gave it",
  });
  return z.NEVER;
});

/** CNPJs may contain letters since July 2026. */
const companyNumber = text.toUpperCase().transform((value, context) => {
  if (/^[0-9A-Z./-]+$/.test(value) && cnpj.isValid(value)) return cnpj.format(value);
  context.addIssue({ code: "custom", message: "must be a CNPJ with right check digits" });
  return z.NEVER;
});

/** Addresses, ranges such as 10.0.0.0/8, and the names of proxy-addr. */
const proxyRanges = text.transform((value, context) => {
  const ranges = value.split(",").map((range) => range.trim());
  try {
    proxyAddr.compile(ranges);
    return ranges;
  } catch {
    context.addIssue({
      code: "custom",
      message: "must be addresses, ranges (10.0.0.0/8), loopback, linklocal or uniquelocal, with commas",
    });
    return z.NEVER;
  }
});

const variables = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  APP_URL: httpUrl.transform((value) => new URL(value).origin),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  // By default loopback behind proxies, otherwise every interface (listenHost).
  HOST: text.optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  // Read by the supervisor (supervise.server.ts).
  WEB_CONCURRENCY: z
    .string()
    .regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, "must be auto or 1 to 64")
    .default("1"),
  // Also read by the supervisor (supervisor/start.server.ts).
  SHUTDOWN_SECONDS: z.coerce.number().int().min(1).max(3_600).default(10),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  METRICS_HOST: text.default("127.0.0.1"),
  // Traces by OTLP over HTTP; other OTEL_ variables are read by the library.
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  SENTRY_DSN: z.url({ protocol: /^https?$/, error: "must be https://<key>@<host>/<project>" }).optional(),
  RELEASE: text.max(80).optional(),
  DATABASE_URL: databaseUrl,
  // A direct connection where DATABASE_URL is a pooler in transaction mode, through which no notices arrive.
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  // A streaming replica, for pages that are the same for everyone. The lag in seconds beyond which it is not read.
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DATABASE_REPLICA_MAX_LAG: z.coerce.number().min(0.5).max(60).default(5),
  // Used by migrations; the server only checks its format.
  DATABASE_OWNER_URL: databaseUrl.optional(),
  SESSION_SECRET: secret,
  SESSION_SECRET_OLD: secret.optional(),
  DATA_KEY: secret.optional(),
  ADMIN_SECOND_FACTOR: z.enum(["required", "optional", "never"]).default("optional"),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\S+$/, "must be a Stripe secret key (sk_… or rk_…)"),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "must be a Stripe webhook secret (whsec_…)")
    .optional(),
  STRIPE_API_URL: httpUrl.optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  GOOGLE_OAUTH_URL: httpUrl.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
  MAIL_FROM: text.default("Sabiá <nao-responda@localhost>"),
  FIRST_ADMIN_EMAIL: z.email("must be an e-mail address").optional(),
  COMPANY_NAME: text.optional(),
  COMPANY_CNPJ: companyNumber.optional(),
  COMPANY_ADDRESS: text.optional(),
  SUPPORT_EMAIL: z.email("must be an e-mail address").optional(),
  SUPPORT_WHATSAPP: z
    .string()
    .regex(/^[1-9][0-9]{9,14}$/, "must be an international number, digits only, such as 5511987654321")
    .optional(),
  DPO_NAME: text.optional(),
  DPO_EMAIL: z.email("must be an e-mail address").optional(),
  PAYOUT_TWO_PEOPLE: z
    .enum(["0", "1"], "must be 0 or 1")
    .default("0")
    .transform((value) => value === "1"),
  TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
  // Whose X-Forwarded-For is read, by the socket's address.
  TRUSTED_PROXIES: proxyRanges.default(["loopback", "linklocal", "uniquelocal"]),
  YOUTUBE_IMAGE_URL: httpUrl.default("https://i.ytimg.com").transform((value) => new URL(value).origin),
  KEPT_PAGES_MIB: z.coerce.number().int().min(0).max(4_096).default(64),
  STORAGE_DIR: text.optional(),
  VIDEO_LADDER: z.enum(["on", "off"]).default("on"),
  // Read by the backup command, and by the metric of the last backup.
  BACKUP_DIR: text.optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(3_660).default(30),
  S3_BUCKET: text.optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: text.default("auto"),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  CLOUDFLARE_ACCOUNT_ID: text.regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits").optional(),
  CLOUDFLARE_API_TOKEN: text.regex(/^\S+$/, "must be one word").optional(),
  CLOUDFLARE_STREAM_KEY_ID: text.regex(/^[0-9A-Za-z]+$/, "must be the id of a Stream signing key").optional(),
  CLOUDFLARE_STREAM_KEY_JWK: signingKey.optional(),
  CLOUDFLARE_STREAM_CUSTOMER: text
    .regex(/^[0-9a-z]+$/, "must be the code alone, of customer-<code>.cloudflarestream.com")
    .optional(),
  CLOUDFLARE_STREAM_WEBHOOK_SECRET: text.optional(),
  CLOUDFLARE_STREAM_UPLOADS: z.enum(["on", "off"]).default("on"),
  CLOUDFLARE_API_URL: httpUrl.optional(),
  CLOUDFLARE_STREAM_URL: httpUrl.transform((value) => new URL(value).origin).optional(),
});

/** Contains secrets: never log it. */
export type Env = z.infer<typeof variables>;

/** Undefined for every interface. Behind proxies loopback, unless HOST is set. */
export function listenHost({
  HOST: host,
  TRUSTED_PROXY_HOPS: hops,
}: Pick<Env, "HOST" | "TRUSTED_PROXY_HOPS">): string | undefined {
  return host ?? (hops > 0 ? "127.0.0.1" : undefined);
}

/** Of cookies and file links. The first signs; all are read, so that the secret can be replaced. */
export type SigningSecrets = readonly [string, ...string[]];

export function listSigningSecrets({
  SESSION_SECRET: current,
  SESSION_SECRET_OLD: old,
}: Pick<Env, "SESSION_SECRET" | "SESSION_SECRET_OLD">): SigningSecrets {
  return old ? [current, old] : [current];
}

/** Of stored data. The first encrypts; all decrypt. */
export function listDataSecrets(
  env: Pick<Env, "DATA_KEY" | "SESSION_SECRET" | "SESSION_SECRET_OLD">,
): SigningSecrets {
  const secrets = listSigningSecrets(env);
  return env.DATA_KEY ? [env.DATA_KEY, ...secrets] : secrets;
}

const s3Names = ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
const streamNames = [
  "CLOUDFLARE_ACCOUNT_ID",
  "CLOUDFLARE_API_TOKEN",
  "CLOUDFLARE_STREAM_KEY_ID",
  "CLOUDFLARE_STREAM_KEY_JWK",
  "CLOUDFLARE_STREAM_CUSTOMER",
  "CLOUDFLARE_STREAM_WEBHOOK_SECRET",
] as const;

type Readable = Partial<Env>;

/** A variable that is set but invalid does not count as missing. */
function problemsBetween(env: Readable, isSet: (name: keyof Env) => boolean): string[] {
  const problems: string[] = [];
  problems.push(...missingOf(isSet, s3Names), ...missingOf(isSet, streamNames));
  if (!s3Names.some(isSet) && !isSet("STORAGE_DIR")) {
    problems.push("STORAGE_DIR: missing (or set S3_BUCKET and its keys): uploaded files need a home");
  }
  if (isSet("GOOGLE_CLIENT_ID") !== isSet("GOOGLE_CLIENT_SECRET")) {
    problems.push("GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: both or neither");
  }
  const { kid } = env.CLOUDFLARE_STREAM_KEY_JWK ?? {};
  if (kid !== undefined && env.CLOUDFLARE_STREAM_KEY_ID && kid !== env.CLOUDFLARE_STREAM_KEY_ID) {
    problems.push("CLOUDFLARE_STREAM_KEY_ID: is not the id of CLOUDFLARE_STREAM_KEY_JWK");
  }
  if (env.NODE_ENV === "production") {
    if (env.APP_URL !== undefined && !isSafeAddress(env.APP_URL))
      problems.push("APP_URL: must be https in production");
    if (!isSet("STRIPE_WEBHOOK_SECRET"))
      problems.push("STRIPE_WEBHOOK_SECRET: missing (payments settle by webhook)");
    if (!isSet("SMTP_URL")) problems.push("SMTP_URL: missing (password recovery goes by mail)");
    if (!isSet("GOOGLE_CLIENT_ID") && !isSet("GOOGLE_CLIENT_SECRET"))
      problems.push("GOOGLE_CLIENT_ID: missing (Google sign-in is offered on three screens)");
  }
  return problems;
}

function isSafeAddress(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
}

/** One for each missing variable of a group that must be set together. */
function missingOf(isSet: (name: keyof Env) => boolean, names: readonly (keyof Env)[]): string[] {
  const given = names.find(isSet);
  if (!given) return [];
  return names.filter((name) => !isSet(name)).map((name) => `${name}: missing (needed beside ${given})`);
}

/**
 * An empty value counts as unset. `problems`: a line, never with a value, for every variable that is missing,
 * malformed, still a placeholder of .env.example, or inconsistent with another.
 */
export function parseEnv(
  raw: Record<string, string | undefined>,
): { ok: true; env: Env } | { ok: false; problems: string[] } {
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== ""));
  const problems: string[] = [];
  const read: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(variables.shape)) {
    const value = given[name];
    if (value !== undefined && placeholder.test(value)) {
      problems.push(`${name}: still the placeholder of .env.example`);
      continue;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) read[name] = parsed.data;
    else problems.push(`${name}: ${value === undefined ? "missing" : parsed.error.issues[0]?.message}`);
  }
  problems.push(...problemsBetween(read as Readable, (name) => given[name] !== undefined));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, env: read as Env };
}
