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

const secretsSchema = z.object({
  /** SESSION_SECRET: 256 bits. */
  sessionSecret: z.string().regex(/^[0-9a-f]{64}$/),
  /** STRIPE_SECRET_KEY, in the form of test keys. */
  stripeSecretKey: z.string().regex(/^sk_test_[0-9a-f]{48}$/),
  /** STRIPE_WEBHOOK_SECRET. */
  stripeWebhookSecret: z.string().regex(/^whsec_[0-9a-f]{64}$/),
  databasePassword: z.string().regex(/^[0-9a-f]{48}$/),
});

export type LocalSecrets = z.infer<typeof secretsSchema>;

/** Mode 600; creates missing ones. Throws when the file has no secrets: sessions depend on them. */
export function readOrMakeSecrets(file: string): LocalSecrets {
  const stored = readKept(file);
  const complete = secretsSchema.safeParse(stored);
  if (complete.success) {
    chmodSync(file, 0o600);
    return complete.data;
  }
  const made = secretsSchema.parse({ ...makeSecrets(), ...stored });
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(fresh, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  try {
    if (existsSync(file)) {
      renameSync(fresh, file); // completes the file of an older version
      return made;
    }
    linkSync(fresh, file); // fails when a concurrent start was faster
    return made;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return readOrMakeSecrets(file);
    throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
}

function makeSecrets(): LocalSecrets {
  return {
    sessionSecret: randomBytes(32).toString("hex"),
    stripeSecretKey: `sk_test_${randomBytes(24).toString("hex")}`,
    stripeWebhookSecret: `whsec_${randomBytes(32).toString("hex")}`,
    databasePassword: randomBytes(24).toString("hex"),
  };
}

function readKept(file: string): Partial<LocalSecrets> {
  if (!existsSync(file)) return {};
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    content = undefined;
  }
  const kept = secretsSchema.partial().safeParse(content);
  if (!kept.success)
    throw new Error(`${file} does not hold this project's secrets. Put it right, or remove it.`);
  return kept.data;
}
