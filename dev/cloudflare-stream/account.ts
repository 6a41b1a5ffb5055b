import { createPrivateKey, generateKeyPairSync, randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { writeStored } from "../local-server/stored-file";

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
  writeStored(file, account);
  return account;
}

/**
 * 2,048 bits as a JWK for RS256, with a new id. Exported through PEM: Node 20 locks a key while exporting it as JWK,
 * and a garbage collection of the job that generated it then waits for that lock for ever.
 */
export function makeRsaJwk() {
  const { privateKey: pem } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const jwk = createPrivateKey(pem).export({ format: "jwk" });
  return { use: "sig", alg: "RS256", kid: randomBytes(16).toString("hex"), ...jwk };
}
