import { formatDateTime } from "~/features/base/form-fields/dates";
import { parseId } from "~/features/base/form-fields/record-id";
import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { findFreeAccess } from "~/features/orders/coupons/free-access.queries.server";
import { productFact } from "~/features/videos/courses/product-fact";
import { findAccess } from "~/features/videos/grants/access-grants.queries.server";
import { coverInMail } from "~/features/videos/thumbnails/cover-in-mail";

/** The mail after a product was taken for nothing, which says that it is no purchase, or what paid for it. */
export const writeFreeAccess: MailWriter = async (
  { facts },
  { db, texts: { text, locale }, appUrl, urlOf },
) => {
  const id = parseId(String(facts.accessId));
  const access = id && (await findFreeAccess(db, id));
  // Access that ended since is not announced.
  if (!access || !(await findAccess(db, { userId: access.user_id, productId: access.product_id })))
    return undefined;
  const { title, code } = access;
  if (access.credit_cents !== null) {
    return {
      locale,
      subject: text("giftMails.free.subject", { title }),
      preheader: text("giftMails.free.preheaderLessons"),
      picture: coverInMail(access, appUrl),
      title: text("giftMails.free.titleLessons"),
      paragraphs: [text("giftMails.free.textLessons"), text("giftMails.free.whileLessons")],
      button: { label: text("giftMails.free.press"), href: urlOf(`/watch/${access.product_id}`) },
      facts: [
        productFact(access, text),
        { label: text("giftMails.free.price"), value: text("giftMails.free.paidByLessons") },
        { label: text("buyerMails.facts.date"), value: formatDateTime(access.created_at, locale) },
      ],
    };
  }
  return {
    locale,
    subject: text("giftMails.free.subject", { title }),
    preheader: text("giftMails.free.preheader"),
    picture: coverInMail(access, appUrl),
    title: text(access.lesson_count === null ? "giftMails.free.title" : "giftMails.free.titleLessons"),
    paragraphs: [code === null ? text("giftMails.free.textFree") : text("giftMails.free.text", { code })],
    button: { label: text("giftMails.free.press"), href: urlOf(`/watch/${access.product_id}`) },
    facts: [
      productFact(access, text),
      { label: text("giftMails.free.price"), value: text("giftMails.free.none") },
      { label: text("buyerMails.facts.date"), value: formatDateTime(access.created_at, locale) },
    ],
  };
};
