import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

const ivBytes = 12;
const tagBytes = 16;

/** For what the database must hold but not reveal: secrets of second factors, tax ids. */
export interface SecretBox {
  /** AES-256-GCM, for a `bytea` column. A box opens only for the same `purpose`. */
  seal(text: string, purpose: string): Buffer;
  /** Throws when sealed with an unknown key or for another purpose, or altered. */
  open(sealed: Uint8Array, purpose: string): string;
  /** Keyed SHA-256 in hexadecimal: equal texts can be found, but not guessed from the table. */
  digest(text: string, purpose: string): string;
  /** By every known key, the current one first: a stored digest may be older than the key. */
  digests(text: string, purpose: string): string[];
}

/** Of at least 32 characters. The first encrypts; all decrypt. HKDF lets a secret with another use serve as well. */
export function createSecretBox(secrets: readonly [string, ...string[]]): SecretBox {
  const keyOf = (secret: string, use: string) =>
    Buffer.from(hkdfSync("sha256", secret, "", `sabia data ${use}`, 32));
  const keys = secrets.map((secret) => ({
    encryption: keyOf(secret, "encryption"),
    digest: keyOf(secret, "digest"),
  }));
  const [first] = keys;
  if (!first) throw new Error("a secret box needs a secret");
  const digestBy = (key: Buffer, text: string, purpose: string) =>
    createHmac("sha256", key).update(`${purpose}\0${text}`).digest("hex");
  return {
    seal(text, purpose) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", first.encryption, iv).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]);
    },
    open(sealed, purpose) {
      const bytes = Buffer.from(sealed);
      for (const { encryption } of keys) {
        const text = openBy(encryption, bytes, purpose);
        if (text !== undefined) return text;
      }
      throw new Error(`cannot decrypt a stored ${purpose}: DATA_KEY is not the one it was encrypted with`);
    },
    digest: (text, purpose) => digestBy(first.digest, text, purpose),
    digests: (text, purpose) => keys.map(({ digest }) => digestBy(digest, text, purpose)),
  };
}

function openBy(key: Buffer, bytes: Buffer, purpose: string): string | undefined {
  if (bytes.length < ivBytes + tagBytes) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString(
      "utf8",
    );
  } catch {
    return undefined;
  }
}

/** 256 random bits. The database holds only the hash, so that a leaked table grants no access. */
export function makeToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashToken(token) };
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z0-9_-]{43}$/.test(value);
}
