import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { isOutage } from "~/platform/outage.server";
import { hashToken, isToken, makeToken } from "~/platform/secrets.server";
import type { Services } from "~/platform/services";
import { challengeMinutes, parseSignedAnswer, relyingPartyOf, userHandleOf } from "./passkey-limits";
import {
  findPasskey,
  insertChallenge,
  listPasskeys,
  type PasskeyPurpose,
  recordPasskeyUse,
  spendChallenge,
} from "./passkeys.queries.server";

/** Names the browser that requested a challenge: another browser's answer is invalid. */
function cookieOf(appUrl: string) {
  const secure = appUrl.startsWith("https:");
  return createCookie(secure ? "__Host-sabia-challenge" : "sabia-challenge", {
    httpOnly: true,
    sameSite: "strict",
    path: "/",
    secure,
    maxAge: challengeMinutes * 60,
  });
}

async function readId({ env }: Pick<Services, "env">, request: Request): Promise<string | undefined> {
  const value: unknown = await cookieOf(env.APP_URL)
    .parse(request.headers.get("Cookie"))
    .catch(() => null);
  return isToken(value) ? value : undefined;
}

/** Undefined for a browser that requested no challenge. */
export async function readChallengeBrowser(
  services: Pick<Services, "env">,
  request: Request,
): Promise<string | undefined> {
  const id = await readId(services, request);
  return id && hashToken(id);
}

/** Returns the browser's hash and the Set-Cookie value that names it. */
export async function nameChallengeBrowser(
  services: Pick<Services, "env">,
  request: Request,
): Promise<{ browserHash: string; cookie: string }> {
  // Two tabs share the id, so that both can answer.
  const id = (await readId(services, request)) ?? makeToken().token;
  return { browserHash: hashToken(id), cookie: await cookieOf(services.env.APP_URL).serialize(id) };
}

type PasskeyCheck =
  | { ok: true; userId: string; email: string }
  | { ok: false; error: "wrong" }
  /** Returned only after a correct answer, so that nobody else learns of the suspension. */
  | { ok: false; error: "suspended"; userId: string };

/**
 * Checks and uses up a challenge. `userId`: the only account allowed; null for a sign-in, where the passkey names it. As a
 * second factor the device need not be unlocked. `browser`: from `readChallengeBrowser`. A sign counter that has not grown
 * means a copied passkey, and is refused.
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

type Needs = Pick<Services, "db" | "clock" | "env">;

async function makeChallenge(
  { db, clock }: Pick<Services, "db" | "clock">,
  request: { purpose: PasskeyPurpose; userId: string | null; browserHash: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(randomBytes(32));
  const challenge = Buffer.from(bytes).toString("base64url");
  const expiresAt = new Date(clock().getTime() + challengeMinutes * 60_000);
  await insertChallenge(db, { ...request, challenge, expiresAt });
  return bytes;
}

/** The challenge is valid once. */
export async function makeNewPasskeyOptions(
  services: Needs,
  person: { userId: string; email: string },
  browserHash: string,
) {
  const passkeys = await listPasskeys(services.db, person.userId);
  const { generateRegistrationOptions } = await loadWebauthn();
  return generateRegistrationOptions({
    rpName: "Sabiá",
    rpID: relyingPartyOf(services.env.APP_URL).id,
    userName: person.email,
    userID: userHandleOf(person.userId),
    challenge: await makeChallenge(services, { purpose: "add", userId: person.userId, browserHash }),
    attestationType: "none",
    excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    // Discoverable and unlocked: it signs in without e-mail and password.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** The challenge is valid once. `userId`: null for a sign-in with any passkey of this site. */
export async function makeSigningOptions(
  services: Needs,
  request: { purpose: Exclude<PasskeyPurpose, "add">; userId: string | null; browserHash: string },
) {
  const { purpose, userId } = request;
  const passkeys = userId ? await listPasskeys(services.db, userId) : undefined;
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(services.env.APP_URL).id,
    challenge: await makeChallenge(services, request),
    ...(passkeys && { allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })) }),
    userVerification: purpose === "secondFactor" ? "discouraged" : "required",
  });
}

/** Loaded with the first passkey: it would be a quarter of what a server loads at its start. */
export async function loadWebauthn() {
  return import("@simplewebauthn/server");
}

/** Parts that decode and encode an authenticator's data. */
export async function loadWebauthnEncoding() {
  return import("@simplewebauthn/server/helpers");
}
