import type { AppLoadContext } from "@remix-run/node";
import type { Locale } from "~/i18n/locale";
import type { Log } from "~/platform/log.server";
import { addressKey } from "~/platform/rate-limits.server";
import type { Services } from "~/platform/services";
import { cardLast4 } from "../payouts/payout-method";
import type { ConsumerSignupForm } from "./account-forms";
import { insertConsumerProfile, insertCreatorProfile, insertUser } from "./accounts.queries.server";
import { queueConfirmationMail } from "./confirm-email.server";
import type { CreatorProfileForm, CreatorRegistrationForm } from "./creator-forms";
import { registerLimit } from "./sign-in-limits";

export type Registered = { ok: true; userId: string } | { ok: false; error: "emailTaken" };

type Needs = Pick<Services, "db" | "passwords">;

/** `mailIn`: the language of the mail that asks to confirm the e-mail; without it none is sent. */
interface Welcome {
  mailIn?: Locale;
}

/** Registers a creator: account, profile and the mail's job together or not at all (product.md, Validation and Data). */
export async function registerCreator(
  { db, passwords }: Needs,
  form: CreatorRegistrationForm,
  { mailIn }: Welcome = {},
): Promise<Registered> {
  const passwordHash = await passwords.hash(form.password);
  return db.transaction().execute(async (trx) => {
    const userId = await insertUser(trx, { email: form.email, passwordHash });
    if (!userId) return { ok: false, error: "emailTaken" };
    await insertCreatorProfile(trx, creatorProfile(userId, form.email, form));
    if (mailIn) await queueConfirmationMail(trx, { userId, locale: mailIn });
    return { ok: true, userId };
  });
}

/** Makes someone with an account a creator too (design.md, decision 8). `became` is false for one who was already. */
export async function completeCreator(
  { db }: Pick<Services, "db">,
  person: { userId: string; email: string },
  form: CreatorProfileForm,
): Promise<{ ok: true; became: boolean }> {
  return {
    ok: true,
    became: await insertCreatorProfile(db, creatorProfile(person.userId, person.email, form)),
  };
}

/** Signs a consumer up: account, profile and the mail's job together or not at all. */
export async function registerConsumer(
  { db, passwords }: Needs,
  form: ConsumerSignupForm,
  { mailIn }: Welcome = {},
): Promise<Registered> {
  const passwordHash = await passwords.hash(form.password);
  return db.transaction().execute(async (trx) => {
    const userId = await insertUser(trx, { email: form.email, passwordHash });
    if (!userId) return { ok: false, error: "emailTaken" };
    await insertConsumerProfile(trx, { userId, fullName: form.fullName, email: form.email });
    if (mailIn) await queueConfirmationMail(trx, { userId, locale: mailIn });
    return { ok: true, userId };
  });
}

/**
 * Registers someone unless their address has done so too often. One that the database breaks off, while counting or
 * later, is `failed`.
 */
export async function registerWithinLimit(
  { services, clientAddress, log }: AppLoadContext,
  register: () => Promise<Registered>,
): Promise<
  Registered | { ok: false; error: "failed" } | { ok: false; error: "tooMany"; retryAfterSeconds: number }
> {
  const counted = async () => {
    const taken = await services.rateLimits.take(registerLimit, addressKey(clientAddress));
    return taken.ok ? register() : ({ ...taken, error: "tooMany" } as const);
  };
  return orFailed(log, counted());
}

/**
 * Waits for a registration. One that the database breaks off is logged and told of (product.md, Messages), the form kept for
 * another try: nothing of it was stored.
 */
export async function orFailed<Result>(
  log: Log,
  registering: Promise<Result>,
): Promise<Result | { ok: false; error: "failed" }> {
  return registering.catch((error: unknown) => {
    log.error({ err: error }, "registration failed");
    return { ok: false, error: "failed" } as const;
  });
}

/** Of a card number only the last four digits ever leave this function. */
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
