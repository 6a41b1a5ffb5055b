/** For the local services, created once and stored in a file. */
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const hex = (bytes: number) => randomBytes(bytes).toString("hex");

/** A missing one is made. */
const secretsSchema = z.object({
  /** SESSION_SECRET: 256 bits. */
  sessionSecret: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .default(() => hex(32)),
  /** STRIPE_SECRET_KEY, in the form of test keys. */
  stripeSecretKey: z
    .string()
    .regex(/^sk_test_[0-9a-f]{48}$/)
    .default(() => `sk_test_${hex(24)}`),
  /** STRIPE_WEBHOOK_SECRET. */
  stripeWebhookSecret: z
    .string()
    .regex(/^whsec_[0-9a-f]{64}$/)
    .default(() => `whsec_${hex(32)}`),
  databasePassword: z
    .string()
    .regex(/^[0-9a-f]{48}$/)
    .default(() => hex(24)),
});

export type LocalSecrets = z.infer<typeof secretsSchema>;

/** Mode 600; creates missing ones. Throws when the file has no secrets: sessions depend on them. */
export function readOrMakeSecrets(file: string): LocalSecrets {
  const stored = existsSync(file) ? parse(readFileSync(file, "utf8")) : {};
  const { data: secrets } = secretsSchema.safeParse(stored);
  if (!secrets) throw new Error(`${file} does not hold this project's secrets. Put it right, or remove it.`);
  if (Object.keys(secrets).every((name) => name in (stored ?? {}))) {
    chmodSync(file, 0o600);
    return secrets;
  }
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.${hex(6)}`;
  writeFileSync(fresh, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    if (existsSync(file))
      renameSync(fresh, file); // completes the file of an older version
    else linkSync(fresh, file); // fails when a concurrent start was faster
    return secrets;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return readOrMakeSecrets(file);
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Undefined if it is no JSON object. */
function parse(text: string): object | undefined {
  try {
    return z.looseObject({}).parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
