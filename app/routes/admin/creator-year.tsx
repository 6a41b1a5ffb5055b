import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { hasCreatorProfile } from "~/features/base/accounts/accounts.queries.server";
import { parseTaxYear } from "~/features/money/payees/report-periods";
import { showYear } from "~/features/money/payees/show-year.server";
import { YearReport } from "~/features/money/payees/year-report";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { companyOf, nameCompany } from "~/platform/company";
import { parseId } from "~/platform/forms/record-id";
import { requireAdmin } from "~/server/guards.server";

export const meta: MetaFunction = () => officeTitle("year");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { services } = context;
  const creatorId = parseId(params.creatorId);
  if (!creatorId || !(await hasCreatorProfile(services.db, creatorId)))
    throw new Response(null, { status: 404 });
  const year = parseTaxYear(new URL(request.url).searchParams.get("year"), services.clock());
  return {
    creatorId,
    shown: await showYear(services, { creatorId, year }),
    payer: nameCompany(companyOf(services.env), brandName),
  };
}

export default function CreatorYear() {
  const { creatorId, shown, payer } = useLoaderData<typeof loader>();
  const t = useText();
  const page = `/admin/creators/${creatorId}`;
  return (
    <YearReport
      shown={shown}
      payer={payer}
      path={`${page}/year`}
      back={{ to: page, text: t("payouts.yearToCreator") }}
    />
  );
}
