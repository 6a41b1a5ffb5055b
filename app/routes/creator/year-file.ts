import type { LoaderFunctionArgs } from "@remix-run/node";
import { brandName } from "~/brand";
import { parseTaxYear } from "~/features/money/payees/report-periods";
import { describeYear, showYear, writeYearCsv } from "~/features/money/payees/show-year.server";
import { serverPageTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { companyOf, nameCompany } from "~/platform/company";
import { answerCsv, answerPdf } from "~/server/answer-file.server";
import { requireCreator } from "~/server/guards.server";

/** `year.csv` and `year.pdf`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { services } = context;
  const url = new URL(request.url);
  const year = parseTaxYear(url.searchParams.get("year"), services.clock());
  const texts = serverPageTexts(decideLocale(url));
  const { text, locale } = texts;
  const name = `${text("payouts.yearFile")}-${year}`;
  if (url.pathname.endsWith(".csv"))
    return answerCsv({ request, context }, `${name}.csv`, writeYearCsv(services, { creatorId, year }, text));
  const payer = nameCompany(companyOf(services.env), brandName);
  const shown = await showYear(services, { creatorId, year, locale });
  return answerPdf({ request, context }, `${name}.pdf`, describeYear(shown, payer, texts));
}
