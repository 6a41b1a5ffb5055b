import { importJWK, type JWK, SignJWT } from "jose";
import type { Clock } from "~/integrations/clock";

export interface TokenSignerOptions {
  keyId: string;
  key: JWK;
  clock: Clock;
}

/** In seconds: Cloudflare accepts no longer token. */
const longestLife = 24 * 60 * 60;

/** In seconds: a token counts from a little earlier, so that it plays where the clocks are behind ours. */
const clockSkew = 60;

/**
 * Signs playback tokens here, without asking Cloudflare:
 * https://developers.cloudflare.com/stream/viewing-videos/securing-your-stream/#option-2-generating-signed-tokens-without-calling-the-token-endpoint
 * `downloadable` opens the MP4, which a token without it does not.
 * @throws RangeError for an end more than 24 hours on
 */
export function createTokenSigner({ keyId, key, clock }: TokenSignerOptions) {
  let imported: ReturnType<typeof importJWK> | undefined;

  return async (uid: string, grant: { expiresAt: Date; downloadable: boolean }): Promise<string> => {
    imported ??= importJWK(key, "RS256");
    const now = Math.floor(clock().getTime() / 1000);
    const end = Math.floor(grant.expiresAt.getTime() / 1000);
    if (end > now + longestLife) throw new RangeError("a playback token lives 24 hours at most");
    return new SignJWT({ kid: keyId, downloadable: grant.downloadable })
      .setProtectedHeader({ alg: "RS256", kid: keyId })
      .setSubject(uid)
      .setNotBefore(now - clockSkew)
      .setExpirationTime(end)
      .sign(await imported);
  };
}
