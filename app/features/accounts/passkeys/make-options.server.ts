import { randomBytes } from "node:crypto";
import type { Services } from "~/platform/services";
import { challengeMinutes } from "./passkey-limits";
import { insertChallenge, listPasskeys, type PasskeyPurpose } from "./passkeys.queries.server";
import { relyingPartyOf, userHandleOf } from "./relying-party";
import { loadWebauthn } from "./webauthn.server";

type Needs = Pick<Services, "db" | "clock" | "env">;

async function makeChallenge(
  { db, clock }: Pick<Services, "db" | "clock">,
  asked: { purpose: PasskeyPurpose; userId: string | null; browserHash: string },
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Uint8Array.from(randomBytes(32));
  const challenge = Buffer.from(bytes).toString("base64url");
  const expiresAt = new Date(clock().getTime() + challengeMinutes * 60_000);
  await insertChallenge(db, { ...asked, challenge, expiresAt });
  return bytes;
}

/** Returns what a browser needs to make a passkey for this account, with a challenge that counts once. */
export async function makeNewPasskeyOptions(
  services: Needs,
  person: { userId: string; email: string },
  browserHash: string,
) {
  const known = await listPasskeys(services.db, person.userId);
  const { generateRegistrationOptions } = await loadWebauthn();
  return generateRegistrationOptions({
    rpName: "Sabiá",
    rpID: relyingPartyOf(services.env.APP_URL).id,
    userName: person.email,
    userID: userHandleOf(person.userId),
    challenge: await makeChallenge(services, { purpose: "add", userId: person.userId, browserHash }),
    attestationType: "none",
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    // Discoverable and unlocked by its owner: it signs in without an e-mail and a password.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/**
 * Returns what a browser needs to sign by a passkey, with a challenge that counts once. `userId`: null for a sign-in,
 * where any passkey of this site may answer.
 */
export async function makeSigningOptions(
  services: Needs,
  asked: { purpose: Exclude<PasskeyPurpose, "add">; userId: string | null; browserHash: string },
) {
  const { purpose, userId } = asked;
  const known = userId ? await listPasskeys(services.db, userId) : undefined;
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(services.env.APP_URL).id,
    challenge: await makeChallenge(services, asked),
    ...(known && { allowCredentials: known.map(({ id, transports }) => ({ id, transports })) }),
    userVerification: purpose === "secondFactor" ? "discouraged" : "required",
  });
}
