import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  describeCertificate,
  findIssuedCertificate,
} from "~/features/playback/certificates/show-certificate.server";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { parseId } from "~/platform/forms/record-id";
import { answerPdf } from "~/server/answer-file.server";
import { requireViewer } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context });
  const { env } = context.services;
  const courseId = parseId(params.courseId);
  const saleId = parseId(params.saleId);
  const locale = decideLocale(new URL(request.url));
  const of = courseId ? { courseId } : saleId ? { saleId } : undefined;
  const certificate = of && (await findIssuedCertificate(context.services, { userId, ...of }, locale));
  if (!certificate) throw new Response(null, { status: 404 });
  return answerPdf(
    { request, context },
    `${serverTexts[locale]("certificate.file")}-${certificate.code}.pdf`,
    describeCertificate(certificate, { locale, env }),
  );
}
