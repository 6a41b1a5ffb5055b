import { createPrivateKey, generateKeyPairSync, randomBytes } from "node:crypto";

/**
 * Makes the private half of an RSA key of 2,048 bits, as a JWK that signs RS256, under an id of its own.
 *
 * Written down as PEM in between: Node 20 holds a key's lock while it writes it as JWK, and when the garbage collector just
 * then removes the job that generated that same key, the job's end waits for the lock on the same thread, for ever.
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
