import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { makeRsaJwk } from "../rsa-key";

const hex = z.string().regex(/^[0-9a-f]+$/);
const accountShape = z.object({
  accountId: hex.length(32),
  apiToken: hex,
  keyId: hex.length(32),
  /** Private half, JSON in base64 as Cloudflare returns it. */
  jwk: z.string(),
  customer: hex,
  webhookSecret: hex,
});

export type StreamAccount = z.infer<typeof accountShape>;

/** Random, created once, in a file that only its owner can read. */
export function readOrMakeAccount(file: string): StreamAccount {
  if (existsSync(file)) return accountShape.parse(JSON.parse(readFileSync(file, "utf8")));
  const random = (bytes: number) => randomBytes(bytes).toString("hex");
  const jwk = makeRsaJwk();
  const account: StreamAccount = {
    accountId: random(16),
    apiToken: random(20),
    keyId: jwk.kid,
    jwk: Buffer.from(JSON.stringify(jwk)).toString("base64"),
    customer: random(8),
    webhookSecret: random(16),
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(account, null, 2)}\n`, { mode: 0o600 });
  return account;
}
