import type { LoaderFunctionArgs } from "@remix-run/node";
import { brandName } from "~/brand";
import { parseTaxYear } from "~/features/money/payees/report-periods";
import { showYear } from "~/features/money/payees/show-year.server";
import { describeYear } from "~/features/money/payees/year-pdf";
import { serverPageTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { companyOf, nameCompany } from "~/platform/company";
import { answerPdf } from "~/server/answer-file.server";
import { requireCreator } from "~/server/guards.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { services } = context;
  const url = new URL(request.url);
  const year = parseTaxYear(url.searchParams.get("year"), services.clock());
  const payer = nameCompany(companyOf(services.env), brandName);
  const texts = serverPageTexts(decideLocale(url));
  const shown = await showYear(services, { creatorId, year, locale: texts.locale });
  return answerPdf(
    { request, context },
    `${texts.text("payouts.yearFile")}-${year}.pdf`,
    describeYear(shown, payer, texts),
  );
}
