import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { appUrl } from "./test-services";

/** What a test may make wrong in an answer. */
interface Wrong {
  origin?: string;
  /** Whether the device was unlocked by its owner. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  /** The format of a statement about the device, which is empty. */
  attestation?: string;
}

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();

/** A byte string with its CBOR head (RFC 8949, section 3). */
function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes]);
}

/** Returns an authenticator with one ES256 passkey, which answers as a browser does. */
export function makeAuthenticator() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const rawId = randomBytes(32);
  const id = rawId.toString("base64url");
  let uses = 0;

  const clientData = (type: string, challenge: string, origin = appUrl) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  /** `attested`: the part that only a new passkey has. */
  const authData = ({ verified = true, counter }: Wrong, attested?: Buffer) => {
    uses = counter ?? uses + 1;
    const flags = 0x01 | (verified ? 0x04 : 0) | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    const rpIdHash = sha256(new URL(appUrl).hostname);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  };
  const answer = (response: Record<string, unknown>) =>
    JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });

  return {
    id,
    /** Returns the answer of `navigator.credentials.create`. */
    create(challenge: string, wrong: Wrong = {}): string {
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x, "base64url"),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y, "base64url"),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, key]);
      const { attestation: format = "none" } = wrong;
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from("fmt"),
        Buffer.from([0x60 + format.length]),
        Buffer.from(format),
        Buffer.from([0x67]),
        Buffer.from("attStmt"),
        Buffer.from([0xa0, 0x68]),
        Buffer.from("authData"),
        cborBytes(authData(wrong, attested)),
      ]);
      return answer({
        clientDataJSON: clientData("webauthn.create", challenge, wrong.origin).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    /** Returns the answer of `navigator.credentials.get`. */
    get(challenge: string, wrong: Wrong = {}): string {
      const data = clientData("webauthn.get", challenge, wrong.origin);
      const auth = authData(wrong);
      const signature = createSign("sha256")
        .update(Buffer.concat([auth, sha256(data)]))
        .sign(privateKey);
      return answer({
        clientDataJSON: data.toString("base64url"),
        authenticatorData: auth.toString("base64url"),
        signature: signature.toString("base64url"),
        ...(wrong.userHandle && { userHandle: wrong.userHandle }),
      });
    },
  };
}
