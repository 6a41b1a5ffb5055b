import { brandName } from "~/brand";
import type { PdfBlock, PdfHead } from "~/features/base/documents/pdf-document";
import { hasFailedWithdrawal, mayWithdraw, withdrawalEnds } from "~/features/money/ledger/refund-rules";
import { gatherMoney, isUndone, sumTakenBack } from "~/features/money/ledger/sale-status";
import { formatDateTime, formatDay } from "~/i18n/dates";
import { serverTexts } from "~/i18n/i18next.server";
import { type Locale, languages } from "~/i18n/languages";
import { formatMoney } from "~/i18n/money";
import { type Company, nameCompany } from "~/platform/company";
import type { Services } from "~/platform/services";
import { findReceiptSale, readMoneyBack } from "./purchases.queries.server";

const methodKeys = {
  card: "receipt.card",
  pix: "receipt.pix",
  boleto: "receipt.boleto",
  other: "receipt.otherMethod",
} as const;

/** Undefined for another person's sale. Labels are included, so that no script carries them. Days in São Paulo. */
export async function showReceipt(
  { db, clock }: Pick<Services, "db" | "clock">,
  query: { consumerId: string; saleId: string; locale: Locale; company: Company },
) {
  const sale = await findReceiptSale(db, query);
  if (!sale) return undefined;
  if (!sale.paid_at) return "unpaid" as const;
  const { locale, company } = query;
  const { refunds, disputes } = readMoneyBack(sale);
  const text = serverTexts[locale];
  const amount = (cents: number) => formatMoney(cents, sale.currency, locale);
  const money = gatherMoney(sale, refunds, disputes);
  const backCents = sumTakenBack(money);
  const withdrawalFailed = hasFailedWithdrawal(refunds);
  const open = mayWithdraw({ ...money, paidAt: sale.paid_at, withdrawalFailed }, clock());
  const ends = withdrawalEnds(sale.paid_at);
  const isOver = ends <= clock();
  // The right ends at midnight.
  const lastDay = formatDay(new Date(ends.getTime() - 1), locale);
  const platform = [nameCompany(company, brandName), company.address];
  const notes = [
    sale.status === "disputed" && text("receipt.disputed"),
    sale.status === "refunded" && !sale.duplicate && text("receipt.accessEnded"),
    sale.duplicate && text("receipt.twice"),
    open && !isOver && text("receipt.withdrawOpen", { date: lastDay }),
    isOver && text("receipt.withdrawOver", { date: lastDay }),
    sale.status === "completed" &&
      text(
        sale.is_gift
          ? "receipt.licenceGift"
          : sale.lesson_count === null
            ? "receipt.licence"
            : "receipt.licenceCourse",
      ),
    text("receipt.noInvoice"),
    company.supportEmail && text("receipt.support", { email: company.supportEmail }),
  ];
  return {
    title: text("receipt.title"),
    printLabel: text("receipt.print"),
    pdfLabel: text("receipt.pdf"),
    certificate: sale.certified_course
      ? { path: `/courses/${sale.certified_course}/certificate`, label: text("receipt.certificate") }
      : undefined,
    status: sale.status,
    number: sale.purchase_number,
    facts: [
      [text("receipt.number"), sale.purchase_number],
      [text(sale.lesson_count === null ? "receipt.video" : "receipt.course"), sale.title],
      [text("receipt.seller"), sale.creator_name ?? brandName],
      [text("receipt.platform"), platform.filter(Boolean).join(", ")],
      [text("receipt.buyer"), [sale.buyer_name, sale.buyer_email].filter(Boolean).join(", ")],
      [text("receipt.paidAt"), formatDateTime(sale.paid_at, locale)],
      ...(sale.coupon && sale.list_price_cents !== null
        ? [
            [
              text("receipt.coupon"),
              text("receipt.couponOf", { code: sale.coupon, price: amount(sale.list_price_cents) }),
            ],
          ]
        : []),
      ...(sale.payment_method ? [[text("receipt.method"), text(methodKeys[sale.payment_method])]] : []),
    ],
    amounts: [
      [text("receipt.total"), amount(sale.amount_cents)],
      ...refunds
        .filter((refund) => !isUndone(refund))
        .map(({ status, created_at, amount_cents }) => [
          text(status === "succeeded" ? "receipt.back" : "receipt.backComing", {
            date: formatDay(created_at, locale),
          }),
          amount(-amount_cents),
        ]),
      ...disputes
        .filter(({ status }) => status === "lost")
        .map(({ created_at, lost_at, amount_cents }) => [
          text("receipt.disputeLost", { date: formatDay(lost_at ?? created_at, locale) }),
          amount(-amount_cents),
        ]),
      ...(backCents > 0
        ? [[text("receipt.totalLeft"), amount(Math.max(0, sale.amount_cents - backCents))]]
        : []),
    ],
    notes: notes.filter((note) => typeof note === "string"),
  };
}

interface ReceiptView {
  title: string;
  facts: readonly (readonly string[])[];
  amounts: readonly (readonly string[])[];
  notes: readonly string[];
}

const pairs = (rows: readonly (readonly string[])[]) =>
  rows.map(([name = "", value = ""]) => [name, value] as const);

export function describeReceipt(
  receipt: ReceiptView,
  { locale, issuer, pageLabel }: { locale: Locale; issuer: string; pageLabel: string },
): { head: PdfHead; blocks: PdfBlock[] } {
  return {
    head: { title: receipt.title, language: languages[locale].tag, issuer, pageLabel },
    blocks: [
      { kind: "facts", rows: pairs(receipt.facts) },
      { kind: "facts", rows: pairs(receipt.amounts), right: true },
      ...receipt.notes.map((text) => ({ kind: "text", text }) as const),
    ],
  };
}
