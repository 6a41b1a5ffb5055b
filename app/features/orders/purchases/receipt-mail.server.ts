import type { MailWriter } from "~/features/base/mail/mail-parts";
import { withdrawalEnds } from "~/features/money/ledger/refund-rules";
import type { PaymentMethod } from "~/features/money/ledger/sale-status";
import { findFreeAccess } from "~/features/orders/coupons/free-access.queries.server";
import { productFact } from "~/features/videos/courses/describe-courses.server";
import { findAccess } from "~/features/videos/listing/access-grants.queries.server";
import { coverInMail } from "~/features/videos/pictures/picture-paths";
import { formatDateTime, formatDay } from "~/i18n/dates";
import { dayMs } from "~/i18n/days";
import type { MessageKey } from "~/i18n/message-key";
import { formatMoney } from "~/i18n/money";
import { parseId } from "~/platform/forms/record-id";
import { findSaleForMail } from "./sale-mails.queries.server";
import { couponFact } from "./sale-mails.server";

/** Says that free access is no purchase, or that paid lessons pay for the course. */
export const writeFreeAccess: MailWriter = async (
  { facts },
  { db, texts: { text, locale }, appUrl, urlOf },
) => {
  const id = parseId(String(facts.accessId));
  const access = id && (await findFreeAccess(db, id));
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

export const writeReceipt: MailWriter = async ({ saleId }, { db, texts, appUrl, urlOf, now }) => {
  const { text, locale } = texts;
  const sale = await findSaleForMail(db, saleId);
  if (!sale?.paid_at || sale.duplicate) return undefined;
  const amount = formatMoney(sale.amount_cents, sale.currency, locale);
  const { title } = sale;
  const ends = withdrawalEnds(sale.paid_at);
  const paid = sale.status === "completed";
  const gift = paid && sale.is_gift;
  const name = firstName(sale.buyer_name ?? "");
  const titleKey = !paid
    ? "buyerMails.receipt.titleOnly"
    : gift
      ? "giftMails.given.title"
      : sale.lesson_count === null
        ? "buyerMails.receipt.title"
        : "buyerMails.receipt.titleCourse";
  const textKey = gift
    ? "giftMails.given.text"
    : sale.status === "refunded" || sale.status === "disputed"
      ? (`buyerMails.receipt.${sale.status}` as const)
      : "buyerMails.receipt.text";
  const method = sale.payment_method && text(methodKey(sale.payment_method));
  return {
    locale,
    subject: text(gift ? "giftMails.given.subject" : "buyerMails.receipt.subject", { title }),
    preheader: text("buyerMails.receipt.preheader", { amount, title }),
    label: text("buyerMails.receipt.label"),
    picture: coverInMail(sale, appUrl),
    title: text(titleKey, { name }),
    paragraphs: [text(textKey)],
    button: gift
      ? { label: text("giftMails.given.press"), href: urlOf(`/purchases/${sale.id}/gift`) }
      : paid
        ? { label: text("buyerMails.receipt.press"), href: urlOf(`/watch/${sale.video_id}`) }
        : { label: text("buyerMails.refund.press"), href: urlOf("/purchases") },
    amount: { label: text("buyerMails.receipt.total"), value: amount },
    facts: [
      productFact(sale, text),
      { label: text("buyerMails.facts.seller"), value: sale.creator_name },
      ...couponFact(sale, texts),
      ...(method ? [{ label: text("buyerMails.facts.method"), value: method }] : []),
      { label: text("buyerMails.facts.date"), value: formatDateTime(sale.paid_at, locale) },
      { label: text("buyerMails.facts.number"), value: sale.purchase_number },
    ],
    notice:
      paid && now < ends
        ? {
            strong: text("buyerMails.receipt.changedMind"),
            // The right expires at the start of `ends`.
            text: text("buyerMails.receipt.withdrawUntil", {
              date: formatDay(new Date(ends.getTime() - dayMs), locale),
            }),
            link: {
              label: text("buyerMails.receipt.withdraw"),
              href: urlOf(`/purchases/${sale.id}/withdraw`),
            },
          }
        : undefined,
    links: [{ label: text("buyerMails.receipt.print"), href: urlOf(`/purchases/${sale.id}/receipt`) }],
  };
};

function methodKey(method: PaymentMethod): MessageKey {
  return method === "other" ? "buyerMails.methods.another" : `buyerMails.methods.${method}`;
}

function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0] ?? "";
}
