import { brandName } from "~/brand";
import type { LawPage } from "~/features/base/accounts/law-pages";
import { formatPercent, platformShareBp } from "~/features/base/money/platform-share";
import {
  accessMonths,
  downloadDays,
  erasureDays,
  eventBodyMonths,
  mailMonths,
  taxIdMonths,
  visitMonths,
} from "~/features/entrance/privacy/retention";
import { minimumPayoutCents } from "~/features/money/fees/minimum-payout";
import { withdrawalDays } from "~/features/money/ledger/refund-rules";
import { releaseDays } from "~/features/money/ledger/release-rules";
import { offeredPrices } from "~/features/orders/checkout/payment-methods-offered";
import { maxPlaces } from "~/features/playback/access/watch-access";
import type { Locale } from "~/i18n/languages";
import { formatMoney } from "~/i18n/money";
import type { Company } from "~/platform/company";
import { fillLawText, type LawText, parseLawText } from "./law-blocks";

const texts = import.meta.glob<string>("./texts/*/*.md", { query: "?raw", import: "default", eager: true });

/** `ownShareBp`: the platform's share of the reader's own sales; it replaces the standard share if it differs. */
export function readLawText(
  page: LawPage,
  locale: Locale,
  company: Company,
  ownShareBp = platformShareBp,
): LawText {
  const share = (bp: number) => formatPercent(bp, locale);
  const creatorShare = (bp: number) => formatPercent(10_000 - bp, locale);
  const isOwn = ownShareBp !== platformShareBp;
  const text = texts[`./texts/${locale}/${page}.md`];
  if (text === undefined) throw new Error(`no ${page} in ${locale}`);
  return parseLawText(
    fillLawText(text, {
      companyName: company.name ?? brandName,
      companyCnpj: company.cnpj,
      companyAddress: company.address,
      supportEmail: company.supportEmail,
      officerName: company.officer.name ?? brandName,
      officerEmail: company.officer.email,
      withdrawalDays,
      creatorPercent: isOwn ? undefined : creatorShare(platformShareBp),
      platformPercent: isOwn ? undefined : share(platformShareBp),
      ownCreatorPercent: isOwn ? creatorShare(ownShareBp) : undefined,
      ownPlatformPercent: isOwn ? share(ownShareBp) : undefined,
      standardCreatorPercent: creatorShare(platformShareBp),
      standardPlatformPercent: share(platformShareBp),
      pixReleaseDays: releaseDays.pix,
      cardReleaseDays: releaseDays.card,
      erasureDays,
      downloadDays,
      visitMonths,
      eventMonths: eventBodyMonths,
      mailMonths,
      accessMonths,
      maxPlaces,
      taxIdYears: taxIdMonths / 12,
      minimumPayout: formatMoney(minimumPayoutCents, "BRL", locale),
      boletoFrom: formatMoney(offeredPrices.boleto.fromCents, "BRL", locale),
    }),
  );
}
