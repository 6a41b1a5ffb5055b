import { findFullName } from "~/features/base/accounts/accounts.queries.server";
import type { MailWriter } from "~/features/base/mail/mail-parts";
import { postMail } from "~/features/base/mail/post-mail.server";
import { type Locale, parseLocale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import type { Client } from "~/platform/session/actor.server";
import { addressKey, type LimitResult, type LimitRule } from "~/platform/try-counter.server";
import { findNamedSale } from "../../orders/purchases/purchases.queries.server";
import type { SupportForm } from "./support-form";

/** A reply goes to the sender of the form. */
export const writeSupport: MailWriter = async ({ userId, facts }, { db, texts: { text, locale }, urlOf }) => {
  const factOf = (name: string) => (typeof facts[name] === "string" ? facts[name] : "");
  const email = factOf("email");
  const message = factOf("message");
  if (email === "" || message === "") return undefined;
  const name = userId ? await findFullName(db, userId) : undefined;
  const lines = [
    ["from", email],
    ["account", userId ? (name ?? userId) : text("accountMails.support.signedOut")],
    ["purchase", factOf("purchase")],
    ["code", factOf("code")],
    ["browser", factOf("browser")],
    ["language", parseLocale(factOf("locale"))],
  ] as const;
  const links = [
    ...(factOf("namedSaleId")
      ? [{ label: text("accountMails.support.sale"), href: urlOf(`/admin/sales/${factOf("namedSaleId")}`) }]
      : []),
    ...(userId
      ? [
          {
            label: text("accountMails.support.person"),
            href: urlOf(`/admin/consumers?q=${encodeURIComponent(email)}`),
          },
        ]
      : []),
  ];
  return {
    locale,
    subject: text("accountMails.support.subject", { email }),
    title: text("accountMails.support.title"),
    paragraphs: message.split(/\n+/),
    facts: lines
      .filter(([, value]) => value !== "")
      .map(([label, value]) => ({ label: text(`accountMails.support.${label}`), value })),
    links,
    replyTo: email,
  };
};

// Limits per address, and in all: people read the mailbox.
export const supportLimit: LimitRule = { name: "support", tries: 5, seconds: 3_600 };

const supportDayLimit: LimitRule = { name: "support-day", tries: 300, seconds: 86_400 };

type Needs = Pick<Services, "db" | "rateLimits"> & { env: Pick<Services["env"], "SUPPORT_EMAIL"> };

interface Sender extends Client {
  /** Undefined if signed out. */
  userId: string | undefined;
  locale: Locale;
}

type SupportSent = { ok: true } | ({ ok: false; error: "tooMany" } & Omit<LimitResult & { ok: false }, "ok">);

/** Posts a message to the operator's mailbox, once per form. */
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
