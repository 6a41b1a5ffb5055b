import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { isAccepted, lawPageOf, termsVersion } from "~/features/base/accounts/law-pages";
import { LawArticle } from "~/features/entrance/law/law-article";
import { readLawText } from "~/features/entrance/law/law-text.server";
import { findCreatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { publicPageMeta } from "~/features/shop/sharing/open-graph";
import { formatDay } from "~/i18n/dates";
import { serverTexts } from "~/i18n/i18next.server";
import { decideLocale } from "~/i18n/page-language";
import { companyOf } from "~/platform/company";
import { currentViewer } from "~/platform/context.server";
import { PageHeader } from "~/ui/page-frame/page-header";

const descriptions = {
  terms: "termsDescription",
  privacy: "privacyDescription",
  help: "helpDescription",
} as const;

export const meta: MetaFunction = (context) => {
  const page = lawPageOf(context.location.pathname) ?? "help";
  return publicPageMeta(context, page, descriptions[page]);
};

/** `/terms`, `/privacy` and `/help`. Labels come with the text, to keep them out of scripts. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await currentViewer(context, request);
  const url = new URL(request.url);
  const page = lawPageOf(url.pathname.replace(/\.data$/, ""));
  if (!page) throw new Response(null, { status: 404 });
  const locale = decideLocale(url);
  const text = serverTexts[locale];
  const { db, clock } = context.services;
  const ownShareBp = viewer?.isCreator ? await findCreatorFeeBp(db, viewer.userId, clock()) : undefined;
  return {
    title: text(`law.${page}`),
    version: isAccepted(page)
      ? text("law.version", { date: formatDay(new Date(`${termsVersion}T12:00:00Z`), locale) })
      : null,
    contentsTitle: text("law.contents"),
    text: readLawText(page, locale, companyOf(context.services.env), ownShareBp),
  };
}

export default function Law() {
  const { title, version, contentsTitle, text } = useLoaderData<typeof loader>();
  return (
    <ShopPage width="medium" className="py-8 sm:py-12">
      <PageHeader title={title} description={version} className="mb-8" />
      <LawArticle text={text} contentsTitle={contentsTitle} />
    </ShopPage>
  );
}
