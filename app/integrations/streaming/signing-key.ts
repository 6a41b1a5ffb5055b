import { z } from "zod";

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** Private RSA key (RFC 7518, section 6.3), with Cloudflare's name for it. */
const rsaKey = z.looseObject({
  kty: z.literal("RSA"),
  kid: z.string().optional(),
  n: base64url,
  e: base64url,
  d: base64url,
  p: base64url,
  q: base64url,
  dp: base64url,
  dq: base64url,
  qi: base64url,
});

export type SigningKey = z.infer<typeof rsaKey>;

/** The `jwk` of `POST …/stream/keys`, as JSON or in base64; undefined for anything else. */
export function parseSigningKey(text: string): SigningKey | undefined {
  const json = text.trim().startsWith("{") ? text : atobOrNothing(text.trim());
  try {
    return rsaKey.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

function atobOrNothing(text: string): string {
  try {
    return atob(text);
  } catch {
    return "";
  }
}
