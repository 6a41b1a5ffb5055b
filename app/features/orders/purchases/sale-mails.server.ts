import type { MailWriter } from "~/features/base/mail/mail-parts";
import { postMail } from "~/features/base/mail/post-mail.server";
import { coverInMail } from "~/features/videos/pictures/picture-paths";
import { type Currency, formatMoney } from "~/i18n/money";
import type { PageTexts } from "~/i18n/texts";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import {
  findSaleForMail,
  findSaleOfCreator,
  findUnreadablePurchase,
  listSalesOfDay,
  listUnreadableBuyers,
  maxVideos,
} from "./sale-mails.queries.server";

export const writeAccessSuspended: MailWriter = async (
  { saleId },
  { db, texts: { text, locale }, urlOf },
) => {
  const sale = await findSaleForMail(db, saleId);
  // Skipped if another purchase, a course or a gift gives the access.
  if (sale?.status !== "disputed" || (sale.has_access && !sale.is_gift)) return undefined;
  const { title } = sale;
  const key = sale.is_gift ? "suspendedGift" : "suspended";
  return {
    locale,
    subject: text(`buyerMails.dispute.${key}Subject`, { title }),
    title: text(`buyerMails.dispute.${key}Title`),
    paragraphs: [text(`buyerMails.dispute.${key}`, { title })],
    button: { label: text("buyerMails.refund.press"), href: urlOf("/purchases") },
  };
};

export const writeAccessBack: MailWriter = async ({ saleId }, { db, texts: { text, locale }, urlOf }) => {
  const sale = await findSaleForMail(db, saleId);
  if (sale?.status !== "completed" || !(sale.has_access || sale.is_gift)) return undefined;
  const { title } = sale;
  const key = sale.is_gift ? "backGift" : "back";
  return {
    locale,
    subject: text(`buyerMails.dispute.${key}Subject`, { title }),
    title: text(`buyerMails.dispute.${key}Title`),
    paragraphs: [text(`buyerMails.dispute.${key}`, { title })],
    button: sale.is_gift
      ? { label: text("giftMails.given.press"), href: urlOf(`/purchases/${sale.id}/gift`) }
      : { label: text("buyerMails.receipt.press"), href: urlOf(`/watch/${sale.video_id}`) },
  };
};

/** Skipped if the sale was undone meanwhile. */
function saleWriter(kind: "firstSale" | "sale"): MailWriter {
  return async ({ saleId, userId }, { db, texts, appUrl, urlOf }) => {
    const { text, locale } = texts;
    if (!saleId || !userId) return undefined;
    const sale = await findSaleOfCreator(db, { saleId, creatorId: userId });
    if (sale?.status !== "completed") return undefined;
    const { title } = sale;
    const money = (cents: number) => formatMoney(cents, sale.currency, locale);
    return {
      locale,
      picture: coverInMail(sale, appUrl),
      subject: text(`creatorMails.${kind}.subject`, { title }),
      preheader: `${text("creatorMails.sale.yours")}: ${money(sale.creator_earnings_cents)}`,
      title: text(`creatorMails.${kind}.title`),
      paragraphs: [text(`creatorMails.${kind}.text`, { title })],
      button: { label: text("creatorMails.sale.press"), href: urlOf("/creator/dashboard") },
      amount: { label: text("creatorMails.sale.yours"), value: money(sale.creator_earnings_cents) },
      facts: [
        { label: text("creatorMails.sale.price"), value: money(sale.amount_cents) },
        ...couponFact(sale, texts),
      ],
      smallPrint: [text("creatorMails.sale.release")],
    };
  };
}

export const writeFirstSale = saleWriter("firstSale");
export const writeSale = saleWriter("sale");

export const writeSalesOfDay: MailWriter = async (
  { userId, facts },
  { db, texts: { text, locale }, urlOf },
) => {
  const day = String(facts.day);
  if (!userId || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const rows = await listSalesOfDay(db, { creatorId: userId, day });
  if (rows.length === 0) return undefined;
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const sums = new Map<Currency, number>();
  for (const { currency, cents } of rows) sums.set(currency, (sums.get(currency) ?? 0) + Number(cents));
  const money = [...sums].map(([currency, cents]) => formatMoney(cents, currency, locale)).join(" + ");
  const shownDay = day.split("-").reverse().join("/");
  return {
    locale,
    subject:
      count === 1
        ? text("creatorMails.day.subjectSingle", { day: shownDay })
        : text("creatorMails.day.subject", { day: shownDay, count }),
    preheader: `${text("creatorMails.sale.yours")}: ${money}`,
    title: text("creatorMails.day.title", { day: shownDay }),
    paragraphs: [text("creatorMails.day.text")],
    button: { label: text("creatorMails.sale.press"), href: urlOf("/creator/dashboard") },
    amount: { label: text("creatorMails.sale.yours"), value: money },
    facts: rows.slice(0, maxVideos).map((row) => ({
      label: row.title,
      value: text("creatorMails.day.times", {
        count: row.count,
        amount: formatMoney(Number(row.cents) / row.count, row.currency, locale),
      }),
    })),
    smallPrint: rows.length > maxVideos ? [text("creatorMails.day.more")] : [],
  };
};

export function couponFact(
  {
    coupon,
    list_price_cents,
    currency,
  }: { coupon: string | null; list_price_cents: number | null; currency: Currency },
  { text, locale }: PageTexts,
): { label: string; value: string }[] {
  if (!coupon || list_price_cents === null) return [];
  const price = formatMoney(list_price_cents, currency, locale);
  return [{ label: text("receipt.coupon"), value: text("receipt.couponOf", { code: coupon, price }) }];
}

/** People in one job and transaction. */
export const buyersAtOnce = 200;

/** Mails a page of a video's buyers and queues the next in the same transaction. Safe to repeat. `file`: its identity. */
export async function tellUnreadable(
  { db }: Pick<Services, "db">,
  { videoId, file, after }: { videoId: string; file: string; after?: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const buyers = await listUnreadableBuyers(trx, { videoId, after, limit: buyersAtOnce });
    for (const userId of buyers)
      await postMail(trx, {
        kind: "purchaseUnreadable",
        key: `purchaseUnreadable:${videoId}:${file}:${userId}`,
        to: { userId },
        facts: { videoId },
      });
    const last = buyers.at(-1);
    if (buyers.length < buyersAtOnce || last === undefined) return;
    const next = { videoId, file, after: last };
    await addJob(trx, "tell-unreadable", next, { key: `unreadable:${videoId}:${file}:${last}` });
  });
}

/** Skipped once the purchase was refunded or the video restored. */
export const writePurchaseUnreadable: MailWriter = async (
  { userId, facts },
  { db, texts: { text, locale }, urlOf },
) => {
  const video = userId && (await findUnreadablePurchase(db, { videoId: String(facts.videoId), userId }));
  if (!video) return undefined;
  const { title } = video;
  return {
    locale,
    subject: text("buyerMails.unreadable.subject", { title }),
    title: text("buyerMails.unreadable.title"),
    paragraphs: [text("buyerMails.unreadable.text", { title })],
    button: { label: text("buyerMails.refund.press"), href: urlOf("/purchases") },
  };
};
