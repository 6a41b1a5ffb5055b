import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { CardPage } from "~/features/base/accounts/card-page";
import { CertificateFacts } from "~/features/playback/certificates/certificate-facts";
import { proveCertificate } from "~/features/playback/certificates/show-certificate.server";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { useLinkTo } from "~/i18n/use-locale";
import { noteSecurity } from "~/platform/security-events";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: shown ? `${shown.title} · ${brandName}` : brandName },
  { name: "robots", content: "noindex" },
];

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const locale = decideLocale(new URL(request.url));
  const { clientAddress } = context;
  const proof = await proveCertificate(context.services, params.code, { clientAddress, locale });
  const t = serverTexts[locale];
  const title = t(`certificate.${proof.state}Title`);
  if (proof.state === "valid")
    return data({ title, text: t("certificate.validText"), certificate: proof.certificate });
  const page = { title, text: t(`certificate.${proof.state}Text`), certificate: undefined };
  // The code may become valid later, so a search engine must not keep the page.
  if (proof.state === "unknown") return data(page, { status: 404, headers: { "Cache-Control": "no-store" } });
  if (proof.state !== "tooMany") return data(page);
  noteSecurity(context, "tooManyTries");
  return data(page, { status: 429, headers: { "Retry-After": String(proof.retryAfterSeconds) } });
}

export default function ProvedCertificate() {
  const { title, text, certificate } = useLoaderData<typeof loader>();
  const linkTo = useLinkTo();
  return (
    <CardPage backTo={linkTo("/").to} title={title} description={text}>
      {certificate && <CertificateFacts certificate={certificate} />}
    </CardPage>
  );
}
