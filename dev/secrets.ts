/** For the local services, created once and stored in a file. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { writeStored } from "./local-server/stored-file";

const secret = (prefix: string, bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}[0-9a-f]{${2 * bytes}}$`))
    .default(() => prefix + randomBytes(bytes).toString("hex"));

/** A missing one is made. */
const secretsSchema = z.object({
  sessionSecret: secret("", 32),
  stripeSecretKey: secret("sk_test_", 24),
  stripeWebhookSecret: secret("whsec_", 32),
  databasePassword: secret("", 24),
});

/** Mode 600; creates missing ones. Throws when the file has no secrets: sessions depend on them. */
export function readOrMakeSecrets(file: string): z.infer<typeof secretsSchema> {
  const stored = existsSync(file) ? parse(readFileSync(file, "utf8")) : {};
  const { data: secrets } = secretsSchema.safeParse(stored);
  if (!secrets) throw new Error(`${file} does not hold this project's secrets. Put it right, or remove it.`);
  writeStored(file, secrets);
  return secrets;
}

/** Undefined if it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
