import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import {
  endFactorChanges,
  insertFactorChange,
} from "~/features/base/account-changes/account-changes.queries.server";
import { postOwnerMail } from "~/features/base/account-changes/account-mails.server";
import { text } from "~/features/base/accounts/account-forms";
import { formatDay } from "~/i18n/dates";
import type { Locale } from "~/i18n/languages";
import { isOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { spendOwnProof, type Viewer } from "~/platform/session/session.queries.server";
import { loadWebauthn, loadWebauthnEncoding } from "./check-passkey.server";
import { maxPasskeys, parseNewPasskey, passkeyNameMaxLength, relyingPartyOf } from "./passkey-limits";
import { deletePasskey, insertPasskey, listPasskeys, spendChallenge } from "./passkeys.queries.server";

/** `full`: the maximum number is reached. */
export async function showPasskeys({ db }: Pick<Services, "db">, userId: string, locale: Locale) {
  const passkeys = await listPasskeys(db, userId);
  return {
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created: formatDay(created_at, locale),
      used: last_used_at && formatDay(last_used_at, locale),
    })),
    full: passkeys.length >= maxPasskeys,
  };
}

export type PasskeysView = Awaited<ReturnType<typeof showPasskeys>>;

export const passkeyNameForm = z.object({ name: text(passkeyNameMaxLength) });

/**
 * Stores a new passkey, uses up the session's own proof, and mails the owner a link that undoes it. `browser`: from
 * `readChallengeBrowser`. Returns false for an invalid answer, a known passkey, or one too many.
 */
export async function addPasskey(
  { db, clock, env, log }: Pick<Services, "db" | "clock" | "env" | "log">,
  sent: string | undefined,
  { viewer, browser, name }: { viewer: Viewer; browser: string | undefined; name: string },
): Promise<boolean> {
  const answer = await withoutAttestation(parseNewPasskey(sent));
  if (!answer || !browser) return false;
  const { userId, sessionIdHash } = viewer;
  const now = clock();
  const { id: rpId, origin } = relyingPartyOf(env.APP_URL);
  const { verifyRegistrationResponse } = await loadWebauthn();
  const verified = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: (challenge) => spendChallenge(db, { challenge, purpose: "add", userId, browser, now }),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    // The challenge is looked up meanwhile.
    if (isOutage(error)) throw error;
    log.info({ err: error, userId }, "a new passkey was refused");
    return undefined;
  });
  if (!verified?.verified) return false;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return db.transaction().execute(async (trx) => {
    const row = { id, userId, publicKey: Buffer.from(publicKey), counter, transports, name, now };
    if (!(await insertPasskey(trx, row))) return false;
    await spendOwnProof(trx, sessionIdHash);
    const change = await insertFactorChange(trx, { userId, kind: "passkey", passkeyId: id, now });
    const key = `passkeyAdded:${change}`;
    await postOwnerMail(trx, { kind: "passkeyAdded", key, userId, facts: { name }, undoes: change, now });
    return true;
  });
}

/** Verifying attestation would fetch addresses from its certificates (docs/decisions/0076). Undefined if undecodable. */
async function withoutAttestation(
  answer: RegistrationResponseJSON | undefined,
): Promise<RegistrationResponseJSON | undefined> {
  if (!answer) return undefined;
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await loadWebauthnEncoding();
  const { response } = answer;
  try {
    const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get(
      "authData",
    );
    const none = new Map<string, string | Uint8Array | Map<string, string>>([["authData", authData]]);
    none.set("fmt", "none").set("attStmt", new Map<string, string>());
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(none));
    return { ...answer, response: { ...response, attestationObject } };
  } catch {
    return undefined;
  }
}

/** Mails the owner. Returns false for another person's passkey. */
export async function removePasskey(
  { db, clock }: Pick<Services, "db" | "clock">,
  passkey: { id: string; userId: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const name = await deletePasskey(trx, passkey);
    if (name === undefined) return false;
    const { userId } = passkey;
    const now = clock();
    await endFactorChanges(trx, { userId, passkeyIds: [passkey.id], secondFactor: false, now });
    const key = `passkeyRemoved:${userId}:${now.getTime()}`;
    await postOwnerMail(trx, { kind: "passkeyRemoved", key, userId, facts: { name }, now });
    return true;
  });
}
