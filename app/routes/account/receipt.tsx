import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SaleStatusBadge } from "~/features/money/ledger/sale-status-badge";
import { showReceipt } from "~/features/orders/purchases/show-receipt.server";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { defaultLocale } from "~/i18n/languages";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { companyOf } from "~/platform/company";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { purchaseLogin, requireViewer } from "~/server/guards.server";
import { ButtonLink, PrintButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { buttonLook } from "~/ui/looks";
import { Logo } from "~/ui/page-frame/logo";
import { BackLink } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = ({ location }) => metaText(location, "receipt");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context, flash: purchaseLogin });
  const saleId = parseId(params.saleId);
  const locale = decideLocale(new URL(request.url));
  const company = companyOf(context.services.env);
  const receipt =
    saleId && (await showReceipt(context.services, { consumerId: userId, saleId, locale, company }));
  if (!receipt) throw new Response(null, { status: 404 });
  if (receipt === "unpaid") {
    const flash = { tone: "info", title: "receipt.notYet" } as const;
    throw await goTo("/purchases", { request, context, flash });
  }
  const language = locale === defaultLocale ? "" : `?lng=${locale}`;
  return { ...receipt, pdf: { to: `/purchases/${saleId}/receipt.pdf${language}`, label: receipt.pdfLabel } };
}

export default function Receipt() {
  const { title, printLabel, status, facts, amounts, notes, pdf, certificate } =
    useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <ShopPage width="narrow" className="py-6 sm:py-10">
      <BackLink {...linkTo("/purchases")} className="print:hidden">
        {t("common.purchases")}
      </BackLink>
      <Card
        as="section"
        className="mt-4 p-6 sm:p-9 print:border-0 print:bg-transparent print:p-0 print:shadow-none"
      >
        <div className="mb-6 hidden text-ink print:block">
          <Logo />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-3xl">{title}</h1>
          <div className="flex items-center gap-3">
            <SaleStatusBadge status={status} />
            <PrintButton>{printLabel}</PrintButton>
            <a href={pdf.to} className={`${buttonLook("secondary", "small")} print:hidden`}>
              <Icon name="download" />
              {pdf.label}
            </a>
          </div>
        </div>
        <dl className="mt-6 space-y-4">
          {facts.map(([name, value]) => (
            <div key={name} className="sm:grid sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-4">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="font-medium [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <dl className="mt-6 border-t border-line pt-2">
          {amounts.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two refunds may be of the same day
            <div key={`${index}`} className="flex justify-between gap-6 py-2 text-lg">
              <dt>{name}</dt>
              <dd className="shrink-0 font-bold whitespace-nowrap tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        {certificate && (
          <ButtonLink {...linkTo(certificate.path)} variant="secondary" className="mt-4 w-full print:hidden">
            {certificate.label}
          </ButtonLink>
        )}
        <div className="mt-4 space-y-3 border-t border-line pt-5 text-sm text-ink-soft">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      </Card>
    </ShopPage>
  );
}
