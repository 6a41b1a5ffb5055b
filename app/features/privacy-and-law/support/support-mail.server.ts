import { findFullName } from "~/features/accounts/accounts/accounts.queries.server";
import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { parseLocale } from "~/i18n/languages";

/** Writes a message from the support form for the operator. An answer goes to its sender. */
export const writeSupport: MailWriter = async ({ userId, facts }, { db, texts: { text, locale }, urlOf }) => {
  const said = (name: string) => (typeof facts[name] === "string" ? facts[name] : "");
  const email = said("email");
  const message = said("message");
  if (email === "" || message === "") return undefined;
  const name = userId ? await findFullName(db, userId) : undefined;
  const shown = [
    ["from", email],
    ["account", userId ? (name ?? userId) : text("accountMails.support.signedOut")],
    ["purchase", said("purchase")],
    ["code", said("code")],
    ["browser", said("browser")],
    ["language", parseLocale(said("locale"))],
  ] as const;
  const links = [
    ...(said("namedSaleId")
      ? [{ label: text("accountMails.support.sale"), href: urlOf(`/admin/sales/${said("namedSaleId")}`) }]
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
    facts: shown
      .filter(([, value]) => value !== "")
      .map(([label, value]) => ({ label: text(`accountMails.support.${label}`), value })),
    links,
    replyTo: email,
  };
};
