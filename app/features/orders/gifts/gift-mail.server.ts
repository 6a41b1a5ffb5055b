import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { productFact } from "~/features/videos/courses/product-fact";
import { coverInMail } from "~/features/videos/thumbnails/cover-in-mail";
import { makeAccessPath } from "./access-link.server";
import { findGift } from "./gifts.queries.server";

/** The mail with a gift's link. Skipped once the gift was taken, sent to somebody else, or its payment undone. */
export const writeGiftMail: MailWriter = async (
  { saleId, facts },
  { db, texts: { text, locale }, appUrl, urlOf, secret },
) => {
  const gift = saleId ? await findGift(db, saleId) : undefined;
  if (gift?.status !== "completed" || gift.taken_by !== null || gift.link_version !== facts.version)
    return undefined;
  const { title, message } = gift;
  const name = gift.giver_name ?? "";
  return {
    locale,
    subject: text("giftMails.gift.subject", { name, title }),
    preheader: text("giftMails.gift.preheader"),
    picture: coverInMail(gift, appUrl),
    title: text("giftMails.gift.title", { name }),
    paragraphs: [
      ...(message ? `“${message}”`.split(/\n+/) : []),
      text("giftMails.gift.text", { title }),
      text("giftMails.gift.once"),
    ],
    button: {
      label: text("giftMails.gift.press"),
      href: urlOf(makeAccessPath(secret, { kind: "gift", id: gift.id, version: gift.link_version })),
    },
    facts: [productFact(gift, text)],
  };
};
