import type { LoaderFunctionArgs } from "@remix-run/node";
import { brandName } from "~/brand";
import { describeReceipt, showReceipt } from "~/features/orders/purchases/show-receipt.server";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { companyOf } from "~/platform/company";
import { parseId } from "~/platform/forms/record-id";
import { answerPdf } from "~/server/answer-file.server";
import { purchaseLogin, requireViewer } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: consumerId } = await requireViewer({ request, context, flash: purchaseLogin });
  const { services } = context;
  const saleId = parseId(params.saleId);
  const locale = decideLocale(new URL(request.url));
  const company = companyOf(services.env);
  const receipt = saleId && (await showReceipt(services, { consumerId, saleId, locale, company }));
  if (!receipt || receipt === "unpaid") throw new Response(null, { status: 404 });
  const issuer = company.name ?? brandName;
  const pageLabel = serverTexts[locale]("receipt.page");
  return answerPdf(
    { request, context },
    `${serverTexts[locale]("receipt.file")}-${receipt.number}.pdf`,
    describeReceipt(receipt, { locale, issuer, pageLabel }),
  );
}
