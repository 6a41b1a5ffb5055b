import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** `version` changes when earlier links of the same thing must no longer work; always 0 for guests. */
export interface AccessLink {
  kind: "gift" | "guest";
  id: string;
  version: number;
}

function sign(secret: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "access link", 32));
  return createHmac("sha256", key).update(text).digest();
}

/**
 * Returns the path of a link that gives its holder access once, after they sign in. It is signed, so that no table
 * holds a token; whether it may still be taken is decided by the row that it names.
 */
export function makeAccessPath(secret: string, { kind, id, version }: AccessLink): string {
  const text = `${kind}_${id}_${version}`;
  return `/gifts/${text}_${sign(secret, text).toString("base64url")}`;
}

const code =
  /^((gift|guest)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(\d{1,6}))_([A-Za-z0-9_-]{43})[^A-Za-z0-9_-]*$/;

/** Returns what a link names, with any signs that a message added to it; undefined if its signature is invalid. */
export function readAccessCode(
  secrets: readonly string[],
  typed: string | undefined,
): AccessLink | undefined {
  const [, text = "", kind, id = "", version, signature = ""] = code.exec(typed ?? "") ?? [];
  if (kind !== "gift" && kind !== "guest") return undefined;
  const given = Buffer.from(signature, "base64url");
  if (!secrets.some((secret) => timingSafeEqual(sign(secret, text), given))) return undefined;
  return { kind, id, version: Number(version) };
}
