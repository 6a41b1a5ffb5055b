import type { LoaderFunctionArgs } from "@remix-run/node";
import { hasCreatorProfile } from "~/features/accounts/accounts/accounts.queries.server";
import { parseId } from "~/features/base/form-fields/record-id";
import { answerCsv } from "~/features/base/spreadsheets/csv-answer.server";
import { writeYearCsv } from "~/features/payouts/taxes/show-year.server";
import { parseTaxYear } from "~/features/payouts/taxes/tax-year";
import { serverTexts } from "~/i18n/i18next.server";
import { defaultLocale } from "~/i18n/languages";
import { requireAdmin, requireFreshProof } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { services } = context;
  const creatorId = parseId(params.creatorId);
  if (!creatorId || !(await hasCreatorProfile(services.db, creatorId)))
    throw new Response(null, { status: 404 });
  const year = parseTaxYear(new URL(request.url).searchParams.get("year"), services.clock());
  await requireFreshProof(
    { request, context },
    { file: "exportYear", backTo: `/admin/creators/${creatorId}/year?year=${year}` },
  );
  return answerCsv(
    { request, context },
    `informe-${year}.csv`,
    writeYearCsv(services, { creatorId, year }, serverTexts[defaultLocale]),
  );
}
