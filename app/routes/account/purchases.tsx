import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { usePurchaseNews } from "~/features/orders/checkout/use-purchase-news";
import { GivenList, ReceivedList } from "~/features/playback/library/gift-lists";
import { isList, libraryPath, readLibraryFilters } from "~/features/playback/library/library-filters";
import { LibraryHead } from "~/features/playback/library/library-head";
import { LibraryList, LibraryOverview } from "~/features/playback/library/library-view";
import { showGiven, showLibrary, showReceived } from "~/features/playback/library/show-library.server";
import { AnnouncementList } from "~/features/shop/announcements/announcement-list";
import { showAnnouncements } from "~/features/shop/announcements/show-announcements.server";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { LearningTexts } from "~/i18n/learning-texts";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { purchaseLogin, requireViewer } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";

export const meta: MetaFunction = ({ location }) => metaText(location, "purchases");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: purchaseLogin });
  const url = new URL(request.url);
  const { after, ...filters } = readLibraryFilters(url.searchParams);
  const libraryQuery = { consumerId: viewer.userId, locale: decideLocale(url), after };
  const { db } = context.services;
  const lists = isList({ ...filters });
  const [library, received, given, announcements] = await Promise.all([
    showLibrary(context.services, { ...libraryQuery, ...filters }),
    lists ? [] : showReceived(db, viewer.userId, libraryQuery.locale),
    lists ? [] : showGiven(db, viewer.userId, libraryQuery.locale),
    lists
      ? null
      : showAnnouncements(context.services, { readerId: viewer.userId, locale: libraryQuery.locale }),
  ]);
  return { ...library, received, given, announcements, filters };
}

export default function Purchases() {
  return (
    <LearningTexts>
      <Library />
    </LearningTexts>
  );
}

function Library() {
  const { purchases, counts, next, filters, received, given, announcements } = useLoaderData<typeof loader>();
  const isWaiting = purchases.some(({ group }) => group === "pay");
  usePurchaseNews({ whenSeen: isWaiting });
  const t = useText();
  const linkTo = useLinkTo();
  const isEmpty = Object.keys(counts).length === 0 && received.length + given.length === 0;
  return (
    <ShopPage className="py-6 sm:py-10">
      <LibraryHead filters={{ ...filters, show: filters.show }} counts={counts} />
      {announcements && (
        <div className="mt-6">
          <AnnouncementList shown={announcements} />
        </div>
      )}
      {isEmpty && !filters.search ? (
        <EmptyState
          title={t("purchases.none")}
          description={t("purchases.noneHint")}
          action={<ButtonLink {...linkTo("/marketplace")}>{t("purchases.toVideos")}</ButtonLink>}
        />
      ) : isList({ ...filters, show: filters.show }) ? (
        <LibraryList items={purchases} filters={{ ...filters, show: filters.show }} />
      ) : (
        <LibraryOverview items={purchases} counts={counts} />
      )}
      <ReceivedList videos={received} />
      <GivenList gifts={given} />
      {isWaiting && (
        <p className="mt-4">
          <ButtonLink {...linkTo("/purchases")} variant="quiet" reloadDocument>
            {t("common.refresh")}
          </ButtonLink>
        </p>
      )}
      {next && (
        <div className="mt-8 flex justify-center">
          <ButtonLink {...linkTo(libraryPath(filters, next))} variant="secondary">
            {t("purchases.more")}
          </ButtonLink>
        </div>
      )}
    </ShopPage>
  );
}
