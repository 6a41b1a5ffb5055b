import type { LoaderFunctionArgs } from "@remix-run/node";
import { parseTaxYear } from "~/features/money/payees/report-periods";
import { writeYearCsv } from "~/features/money/payees/show-year.server";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { answerCsv } from "~/server/answer-file.server";
import { requireCreator } from "~/server/guards.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { services } = context;
  const url = new URL(request.url);
  const year = parseTaxYear(url.searchParams.get("year"), services.clock());
  const t = serverTexts[decideLocale(url)];
  const file = `${t("payouts.yearFile")}-${year}.csv`;
  return answerCsv({ request, context }, file, writeYearCsv(services, { creatorId, year }, t));
}
