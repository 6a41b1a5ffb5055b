import type { Client } from "~/features/base/audit/actor.server";
import { postMail } from "~/features/mail/outbox/post-mail.server";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { addressKey, type LimitResult } from "~/platform/try-counter.server";
import { findNamedSale } from "./support.queries.server";
import type { SupportForm } from "./support-form";
import { supportDayLimit, supportLimit } from "./support-limits";

type Needs = Pick<Services, "db" | "rateLimits"> & { env: Pick<Services["env"], "SUPPORT_EMAIL"> };

interface Sender extends Client {
  /** The account of the person, if they are signed in. */
  userId: string | undefined;
  locale: Locale;
}

export type SupportSent =
  | { ok: true }
  | ({ ok: false; error: "tooMany" } & Omit<LimitResult & { ok: false }, "ok">);

/**
 * Posts a message to the operator's mailbox, once for a form, with the account, the browser and the sale that the
 * message names. Answers go to the address that was typed.
 */
export async function sendSupport(
  { db, env, rateLimits }: Needs,
  { id, email, purchase, code, message, website }: SupportForm,
  { userId, locale, address, browser }: Sender,
): Promise<SupportSent> {
  const taken = await rateLimits.takeAll([
    [supportLimit, addressKey(address ?? "")],
    [supportDayLimit, "all"],
  ]);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const to = env.SUPPORT_EMAIL;
  if (website !== "" || !to) return { ok: true };
  const saleId = purchase === "" ? undefined : await findNamedSale(db, purchase);
  await postMail(db, {
    kind: "support",
    key: `support:${id}`,
    to: { email: to, locale: "pt" },
    facts: {
      email,
      message,
      purchase,
      code,
      locale,
      ...(browser && { browser }),
      ...(userId && { ownerId: userId }),
      ...(saleId && { namedSaleId: saleId }),
    },
  });
  return { ok: true };
}
