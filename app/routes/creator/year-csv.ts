import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerCsv } from "~/features/base/spreadsheets/csv-answer.server";
import { writeYearCsv } from "~/features/payouts/taxes/show-year.server";
import { parseTaxYear } from "~/features/payouts/taxes/tax-year";
import { requireCreator } from "~/server/guards.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { services } = context;
  const year = parseTaxYear(new URL(request.url).searchParams.get("year"), services.clock());
  return answerCsv({ request, context }, `informe-${year}.csv`, writeYearCsv(services, { creatorId, year }));
}
