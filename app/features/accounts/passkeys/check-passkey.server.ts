import { isOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { parseSignedAnswer } from "./parse-passkey-json";
import {
  findPasskey,
  type PasskeyPurpose,
  recordPasskeyUse,
  spendChallenge,
} from "./passkeys.queries.server";
import { relyingPartyOf, userHandleOf } from "./relying-party";
import { loadWebauthn } from "./webauthn.server";

export type PasskeyCheck =
  | { ok: true; userId: string; email: string }
  | { ok: false; error: "wrong" }
  /** Returned only after a correct answer, so that nobody else learns of the suspension. */
  | { ok: false; error: "suspended"; userId: string };

/**
 * Checks a browser's answer to a challenge, which it uses up. `userId`: the only account whose passkey counts; null for
 * a sign-in, where the passkey names the account. As a second factor, after the password, the device need not be
 * unlocked; otherwise it must be. `browser`: from `readChallengeBrowser`. An answer whose sign counter has not grown is
 * refused: the passkey was copied.
 */
export async function checkPasskey(
  { db, clock, env, log }: Pick<Services, "db" | "clock" | "env" | "log">,
  sent: string | undefined,
  {
    purpose,
    userId,
    browser,
  }: { purpose: Exclude<PasskeyPurpose, "add">; userId: string | null; browser: string | undefined },
): Promise<PasskeyCheck> {
  const wrong = { ok: false, error: "wrong" } as const;
  const answer = parseSignedAnswer(sent);
  const passkey = answer && (await findPasskey(db, answer.id));
  if (!passkey || !browser) return wrong;
  const handle = Buffer.from(userHandleOf(passkey.user_id)).toString("base64url");
  const named = answer.response.userHandle;
  if (userId === null ? named !== handle : passkey.user_id !== userId) return wrong;
  const now = clock();
  const counter = Number(passkey.counter);
  const { id, origin } = relyingPartyOf(env.APP_URL);
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const verified = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: (challenge) => spendChallenge(db, { challenge, purpose, userId, browser, now }),
    expectedOrigin: origin,
    expectedRPID: id,
    credential: {
      id: answer.id,
      publicKey: Uint8Array.from(passkey.public_key),
      counter,
      transports: passkey.transports,
    },
    requireUserVerification: purpose !== "secondFactor",
  }).catch((error: unknown) => {
    // The challenge is looked up meanwhile.
    if (isOutage(error)) throw error;
    log.info({ err: error, userId: passkey.user_id, purpose }, "a passkey's answer was refused");
    return undefined;
  });
  if (!verified?.verified) return wrong;
  const to = verified.authenticationInfo.newCounter;
  if (!(await recordPasskeyUse(db, { id: answer.id, from: counter, to, now }))) return wrong;
  if (passkey.suspended_at) return { ok: false, error: "suspended", userId: passkey.user_id };
  return { ok: true, userId: passkey.user_id, email: passkey.email };
}
