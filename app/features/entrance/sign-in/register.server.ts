import type { AppLoadContext } from "@remix-run/node";
import type {
  ConsumerSignupForm,
  CreatorProfileForm,
  CreatorRegistrationForm,
} from "~/features/base/accounts/account-forms";
import {
  insertConsumerProfile,
  insertCreatorProfile,
  insertUser,
} from "~/features/base/accounts/accounts.queries.server";
import { refuseNewPassword } from "~/features/base/accounts/password-strength.server";
import { acceptTerms } from "~/features/base/accounts/profile.queries.server";
import { registerLimit } from "~/features/base/accounts/sign-in-limits";
import { queueConfirmationMail } from "~/features/base/email-confirmation/confirm-email.server";
import { cardLast4 } from "~/features/base/money/payout-method";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import type { Log } from "~/platform/log.server";
import { isAccountErased } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { addressKey } from "~/platform/try-counter.server";

export type Registered = { ok: true; userId: string } | { ok: false; error: "emailTaken" };

type Needs = Pick<Services, "db" | "passwords" | "clock">;

/** `mailIn`: language of the person's mails; without it no confirmation is sent. */
interface MailOption {
  mailIn?: Locale;
}

/** Account, profile and mail job in one transaction (product.md, Validation and Data). */
export async function registerCreator(
  { db, passwords, clock }: Needs,
  form: CreatorRegistrationForm,
  { mailIn }: MailOption = {},
): Promise<Registered> {
  const passwordHash = await passwords.hash(form.password);
  return db.transaction().execute(async (trx) => {
    const userId = await insertUser(trx, { email: form.email, passwordHash, locale: mailIn });
    if (!userId) return { ok: false, error: "emailTaken" };
    await storeProfile(insertCreatorProfile(trx, creatorProfile(userId, form.email, form)));
    await acceptTerms(trx, userId, clock());
    if (mailIn) await queueConfirmationMail(trx, { userId, locale: mailIn });
    return { ok: true, userId };
  });
}

/** `became` is false if the account had a creator profile. */
export async function completeCreator(
  { db, clock }: Pick<Services, "db" | "clock">,
  person: { userId: string; email: string },
  form: CreatorProfileForm,
): Promise<{ ok: true; became: boolean }> {
  return db.transaction().execute(async (trx) => {
    await acceptTerms(trx, person.userId, clock());
    const profile = creatorProfile(person.userId, person.email, form);
    const became = await storeProfile(insertCreatorProfile(trx, profile));
    return { ok: true, became };
  });
}

export async function registerConsumer(
  { db, passwords, clock }: Needs,
  form: ConsumerSignupForm,
  { mailIn }: MailOption = {},
): Promise<Registered> {
  const passwordHash = await passwords.hash(form.password);
  return db.transaction().execute(async (trx) => {
    const userId = await insertUser(trx, { email: form.email, passwordHash, locale: mailIn });
    if (!userId) return { ok: false, error: "emailTaken" };
    await storeProfile(insertConsumerProfile(trx, { userId, fullName: form.fullName, email: form.email }));
    await acceptTerms(trx, userId, clock());
    if (mailIn) await queueConfirmationMail(trx, { userId, locale: mailIn });
    return { ok: true, userId };
  });
}

class ProfileNotStored extends Error {
  override name = "ProfileNotStored";
}

async function storeProfile<Result>(storing: Promise<Result>): Promise<Result> {
  return storing.catch((cause: unknown) => {
    if (isAccountErased(cause)) throw cause;
    throw new ProfileNotStored("the profile could not be stored", { cause });
  });
}

/** `profileFailed`: only the profile failed (product.md, Messages). */
type NotStored = { ok: false; error: "failed" | "profileFailed" };

type Guessable = { ok: false; error: "guessable"; problem: MessageKey };

/** Checks the password's strength within the limit. */
export async function registerWithinLimit(
  { services, clientAddress, log }: AppLoadContext,
  form: Pick<ConsumerSignupForm, "fullName" | "email" | "password">,
  register: () => Promise<Registered>,
): Promise<Registered | NotStored | Guessable | { ok: false; error: "tooMany"; retryAfterSeconds: number }> {
  const counted = async () => {
    const taken = await services.rateLimits.take(registerLimit, addressKey(clientAddress));
    if (!taken.ok) return { ...taken, error: "tooMany" } as const;
    const problem = refuseNewPassword(form.password, { email: form.email, names: [form.fullName] });
    return problem ? ({ ok: false, error: "guessable", problem } as const) : register();
  };
  return catchDatabaseFailure(log, counted());
}

/** Logs and returns a database failure, so that the form keeps its values (product.md, Messages). */
export async function catchDatabaseFailure<Result>(
  log: Log,
  registering: Promise<Result>,
): Promise<Result | NotStored> {
  return registering.catch((error: unknown) => {
    if (isAccountErased(error)) throw error;
    log.error({ err: error }, "registration failed");
    return { ok: false, error: error instanceof ProfileNotStored ? "profileFailed" : "failed" } as const;
  });
}

/** Only the last four digits of a card number leave this function. */
function creatorProfile(userId: string, email: string, { cardNumber, ...form }: CreatorProfileForm) {
  return {
    userId,
    email,
    fullName: form.fullName,
    country: form.country,
    currency: form.currency,
    pixKey: form.pixKey,
    bankAccount: form.bankAccount,
    bankName: form.bankName,
    cardLast4: cardLast4(cardNumber),
  };
}
