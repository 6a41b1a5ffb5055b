import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from "node:crypto";
import { encodeFileName } from "./file-headers";
import type { LinkGrant } from "./storage";
import { assertStorageKey, isStorageKey } from "./storage-key";

/** Below which `serveSignedFiles` answers. */
export const signedFilesPath = "/files";

/** Names the use of the derived key, so that no other use of the app's secret can make or open a link. */
const label = "signed file link, version 1";

/** No character in it that a URL would encode: what is signed and what is sent are the same text. */
const viewerPattern = /^[A-Za-z0-9._-]{1,64}$/;
const queryPattern =
  /^viewer=([A-Za-z0-9._-]{1,64})&expires=(\d{1,12})(?:&name=([A-Za-z0-9._~%-]{1,1200}))?&signature=([A-Za-z0-9_-]{43})$/;

export type LinkSecrets = readonly [string, ...string[]];

type OpenedLink =
  /** `saveAs`: the name to save the object under, percent-encoded. */
  | { ok: true; key: string; viewerId: string; secondsLeft: number; saveAs?: string }
  | { ok: false; error: "malformed" | "tampered" | "expired" };

type LinkSigner = {
  /**
   * Returns the path of a link, valid for any origin: `/files/<key>?viewer=…&expires=…&signature=…`, with
   * `&name=…` before the signature for one that saves the object.
   * A malformed key or viewer is a bug and throws.
   */
  sign(key: string, grant: LinkGrant): string;
  /**
   * Checks the path and query after `/files` as received. Returns the key, the viewer and the whole seconds left, or
   * why it opens nothing. A link expires at its expiry second.
   */
  open(pathAndQuery: string, now: Date): OpenedLink;
};

/**
 * Signs and opens links with HMAC-SHA256 over key, viewer and expiry, under keys derived from the app's secrets. The
 * first signs; links of all are opened.
 */
export function createLinkSigner(secrets: LinkSecrets): LinkSigner {
  const toKey = (secret: string) => createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", label, 32)));
  const [current, ...former] = secrets;
  const signingKey = toKey(current);
  const keys = [signingKey, ...former.map(toKey)];

  // None of the parts can hold a line break, so no two links share a text.
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
      // Compared as text: decoded, the last character would leave two bits unchecked.
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
