import { createPrivateKey, generateKeyPairSync, randomBytes } from "node:crypto";

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
