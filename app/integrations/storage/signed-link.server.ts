import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from "node:crypto";
import { encodeFileName } from "./file-headers";
import type { LinkGrant } from "./storage";
import { assertStorageKey, isStorageKey } from "./storage-key";

/** Path of `serveSignedFiles`. */
export const signedFilesPath = "/files";

/** Separates the derived key from other uses of the app's secret. */
const label = "signed file link, version 1";

/** Only characters that a URL does not encode: the signed and the sent text are equal. */
const viewerPattern = /^[A-Za-z0-9._-]{1,64}$/;
const queryPattern =
  /^viewer=([A-Za-z0-9._-]{1,64})&expires=(\d{1,12})(?:&name=([A-Za-z0-9._~%-]{1,1200}))?&signature=([A-Za-z0-9_-]{43})$/;

export type LinkSecrets = readonly [string, ...string[]];

type OpenedLink =
  /** `saveAs`: the file's name, percent-encoded. */
  | { ok: true; key: string; viewerId: string; secondsLeft: number; saveAs?: string }
  | { ok: false; error: "malformed" | "tampered" | "expired" };

type LinkSigner = {
  /** `/files/<key>?viewer=…&expires=…[&name=…]&signature=…`, for any origin. Throws for a malformed key or viewer. */
  sign(key: string, grant: LinkGrant): string;
  /** `pathAndQuery`: after `/files`, as received. A link expires at its expiry second. */
  open(pathAndQuery: string, now: Date): OpenedLink;
};

/** HMAC-SHA256 over key, viewer and expiry. The first secret signs; links of all are opened. */
export function createLinkSigner(secrets: LinkSecrets): LinkSigner {
  const toKey = (secret: string) => createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", label, 32)));
  const [current, ...former] = secrets;
  const signingKey = toKey(current);
  const keys = [signingKey, ...former.map(toKey)];

  // No part can contain a line break, so no two links share a text.
  const signatureOf = (parts: readonly string[], by = signingKey) =>
    createHmac("sha256", by).update(parts.join("\n")).digest("base64url");

  return {
    sign(key, { viewerId, expiresAt, saveAs }) {
      assertStorageKey(key);
      if (!viewerPattern.test(viewerId))
        throw new RangeError("a viewer id has 1 to 64 letters, digits, . _ -");
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      const named = saveAs === undefined ? [] : [encodeFileName(saveAs)];
      const signature = signatureOf([key, viewerId, expires, ...named]);
      const name = named.map((each) => `&name=${each}`).join("");
      return `${signedFilesPath}/${key}?viewer=${viewerId}&expires=${expires}${name}&signature=${signature}`;
    },

    open(pathAndQuery, now) {
      const mark = pathAndQuery.indexOf("?");
      const key = pathAndQuery.slice(1, mark);
      const parts = mark > 0 ? queryPattern.exec(pathAndQuery.slice(mark + 1)) : null;
      if (!parts || !isStorageKey(key)) return { ok: false, error: "malformed" };
      const [, viewerId = "", expires = "", saveAs, signature = ""] = parts;
      const signed = [key, viewerId, expires, ...(saveAs === undefined ? [] : [saveAs])];
      // Compared as text: decoding would leave two bits of the last character unchecked.
      const given = Buffer.from(signature);
      const isOurs = keys.some((by) => timingSafeEqual(Buffer.from(signatureOf(signed, by)), given));
      if (!isOurs) return { ok: false, error: "tampered" };
      const millisecondsLeft = Number(expires) * 1000 - now.getTime();
      if (millisecondsLeft <= 0) return { ok: false, error: "expired" };
      const secondsLeft = Math.floor(millisecondsLeft / 1000);
      return { ok: true, key, viewerId, secondsLeft, ...(saveAs === undefined ? {} : { saveAs }) };
    },
  };
}
