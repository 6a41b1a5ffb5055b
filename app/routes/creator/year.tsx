import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { parseTaxYear } from "~/features/money/payees/report-periods";
import { showYear } from "~/features/money/payees/show-year.server";
import { YearReport } from "~/features/money/payees/year-report";
import { creatorTitle } from "~/i18n/creator-titles";
import { decideLocale } from "~/i18n/page-language";
import { useText } from "~/i18n/use-locale";
import { companyOf, nameCompany } from "~/platform/company";
import { requireCreator } from "~/server/guards.server";

export const meta: MetaFunction = (page) => creatorTitle(page, "year");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { services } = context;
  const url = new URL(request.url);
  const year = parseTaxYear(url.searchParams.get("year"), services.clock());
  return {
    shown: await showYear(services, { creatorId, year, locale: decideLocale(url) }),
    payer: nameCompany(companyOf(services.env), brandName),
  };
}

export default function Year() {
  const { shown, payer } = useLoaderData<typeof loader>();
  const t = useText();
  return (
    <div className="mx-auto max-w-4xl">
      <YearReport
        shown={shown}
        payer={payer}
        path="/creator/year"
        pdf
        back={{ to: "/creator/payments", text: t("payouts.toPayments") }}
      />
    </div>
  );
}
