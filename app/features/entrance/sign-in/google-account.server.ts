import { deletePendingLinks } from "~/features/base/account-changes/account-changes.queries.server";
import { postOwnerMail } from "~/features/base/account-changes/account-mails.server";
import {
  findUserByGoogleSub,
  insertConsumerProfile,
  insertGoogleUser,
  isSuspended,
  linkGoogle,
  lockUserByEmail,
} from "~/features/base/accounts/accounts.queries.server";
import type { GoogleEntrance } from "~/features/base/accounts/google-entrance";
import { isFormerEmail } from "~/features/base/accounts/profile.queries.server";
import {
  cancelWaitingEmailIn,
  isUniqueViolation,
} from "~/features/base/email-confirmation/change-email.server";
import { oneLine } from "~/features/base/form-fields/typed-text";
import {
  deleteUnconfirmedFactors,
  deleteUnconfirmedPayoutDetails,
} from "~/features/entrance/recovery/password-recovery.queries.server";
import type { GoogleIdentity } from "~/integrations/identity/identity";
import type { Services } from "~/platform/services";
import { deleteUserSessions } from "~/platform/session/session.queries.server";

type GoogleAccount =
  /** `cleared`: the password of an unconfirmed e-mail was removed. `payoutForgotten`: details must be entered again. */
  | { ok: true; userId: string; email: string; cleared?: boolean; payoutForgotten?: boolean; isNew?: boolean }
  /** `emailReserved`: an account replaced the e-mail recently, and a mailed link can undo that. */
  | { ok: false; error: "emailNotVerified" | "emailReserved" | "suspended" };

/**
 * Finds an account by Google's `sub`, links one with the same e-mail if Google has verified it, or creates one. If the
 * e-mail was never confirmed here, somebody else may have registered it: password, sessions, factors and payment
 * details are deleted. A linked account's owner is informed by mail.
 */
export async function findOrCreateGoogleAccount(
  { db, clock }: Pick<Services, "db" | "clock">,
  identity: GoogleIdentity,
  entrance: GoogleEntrance,
): Promise<GoogleAccount> {
  const nameAtGoogle = oneLine(identity.fullName);
  const finding = db.transaction().execute(async (trx): Promise<GoogleAccount> => {
    const known = await findUserByGoogleSub(trx, identity.sub);
    if (known) return { ok: true, userId: known.id, email: known.email };
    if (!identity.emailVerified) return { ok: false, error: "emailNotVerified" };
    const now = clock();
    const google = { sub: identity.sub, fullName: nameAtGoogle || null, now };
    if (await isFormerEmail(trx, identity.email)) return { ok: false, error: "emailReserved" };
    const added = await insertGoogleUser(trx, { ...google, email: identity.email });
    if (added) return { ok: true, userId: added, email: identity.email, isNew: true };
    // Another account has the e-mail, or a concurrent request added this one.
    const again = await findUserByGoogleSub(trx, identity.sub);
    if (again) return { ok: true, userId: again.id, email: again.email };
    const user = await lockUserByEmail(trx, identity.email);
    // Linked with another Google account of the same e-mail, which has a different owner.
    if (!user || (user.google_sub !== null && user.google_sub !== identity.sub)) {
      return { ok: false, error: "emailNotVerified" };
    }
    if (user.suspended_at) return { ok: false, error: "suspended" };
    const dropPassword = user.email_verified_at === null;
    const payoutForgotten = await deleteUnconfirmedPayoutDetails(trx, user.id);
    await deleteUnconfirmedFactors(trx, user.id);
    await linkGoogle(trx, { ...google, userId: user.id, dropPassword });
    if (dropPassword) {
      await deleteUserSessions(trx, user.id);
      await deletePendingLinks(trx, user.id);
      await cancelWaitingEmailIn(trx, user.id, now);
    }
    await postOwnerMail(trx, {
      kind: "googleLinked",
      key: `googleLinked:${user.id}:${now.getTime()}`,
      userId: user.id,
      facts: { email: identity.email, dropped: dropPassword, payoutForgotten },
      now,
    });
    return { ok: true, userId: user.id, email: user.email, cleared: dropPassword, payoutForgotten };
  });
  const account = await finding.catch((error: unknown): GoogleAccount => {
    // Another account took the e-mail at the same moment.
    if (isUniqueViolation(error)) return { ok: false, error: "emailReserved" };
    throw error;
  });
  if (account.ok && (await isSuspended(db, account.userId))) return { ok: false, error: "suspended" };
  if (account.ok && entrance === "consumer") {
    const fullName = nameAtGoogle || account.email;
    await insertConsumerProfile(db, { userId: account.userId, fullName, email: account.email });
  }
  return account;
}
