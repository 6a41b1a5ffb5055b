import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { ShopFooter } from "~/features/base/accounts/shop-footer";
import { usePurchaseNews } from "~/features/orders/checkout/use-purchase-news";
import { ShopHeader } from "~/features/shop/catalog/account-links";
import { FilterForm, TopicChips } from "~/features/shop/catalog/filter-form";
import {
  countSearch,
  emptyMarketplace,
  listMarketplace,
  listShopTopics,
} from "~/features/shop/catalog/list-marketplace.server";
import { SearchBox } from "~/features/shop/catalog/search-box";
import { hasShelf, Shelves, WatchingShelf } from "~/features/shop/catalog/shelves";
import { parseShopFilters, readMaxPrice } from "~/features/shop/catalog/shop-filters";
import { ShopList } from "~/features/shop/catalog/video-list";
import { publicPageMeta } from "~/features/shop/sharing/open-graph";
import { decideLocale } from "~/i18n/page-language";
import { useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { useSlowNavigation } from "~/ui/navigation";
import { Container } from "~/ui/page-frame/container";

export const meta: MetaFunction<typeof loader> = (context) => {
  const shared = publicPageMeta(context, "marketplace", "marketplaceDescription");
  const { topics = [], filters } = context.data ?? {};
  const topic = topics.find(({ slug }) => slug === filters?.topic);
  return topic ? [{ title: `${topic.name} · ${brandName}` }, ...shared.slice(1)] : shared;
};

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { services, clientAddress } = context;
  const { pathname, searchParams } = new URL(request.url);
  const locale = decideLocale({ pathname, searchParams });
  const typedFilters = parseShopFilters(searchParams);
  const [viewer, topics] = await Promise.all([
    currentViewer(context, request),
    listShopTopics(services.db, locale, typedFilters.topic),
  ]);
  const topic = topics.some(({ slug }) => slug === typedFilters.topic) ? typedFilters.topic : "";
  const filters = { ...typedFilters, topic };
  const { error } = readMaxPrice(filters.maxPrice);
  if (filters.search) {
    const taken = await countSearch(services.rateLimits, { userId: viewer?.userId, clientAddress });
    if (!taken.ok) {
      noteSecurity(context, "tooManyTries");
      const headers = { "Retry-After": String(taken.retryAfterSeconds) };
      return data({ topics, filters, error, tooMany: true, ...emptyMarketplace }, { status: 429, headers });
    }
  }
  const shown = await listMarketplace(services, viewer, filters, searchParams.get("after"), locale);
  return data({ topics, filters, error, tooMany: false, ...shown }, { status: error ? 400 : 200 });
}

export default function Marketplace() {
  const { topics, filters, error, shelves, offer, tooMany, ...page } = useLoaderData<typeof loader>();
  const t = useText();
  // Not when it becomes visible again: that would remove the pages loaded below the first.
  usePurchaseNews({ whenSeen: false });
  const searching = useSlowNavigation() === "/marketplace";
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader middle={<SearchBox filters={filters} />} />
      <main id="main">
        <Container className="pt-2 pb-10 sm:pb-14">
          <TopicChips topics={topics} filters={filters} />
          {shelves && shelves.watching.length > 0 && <WatchingShelf videos={shelves.watching} />}
          <div className="mt-4 sm:mt-6">
            <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 sm:mb-6">
              <h1 className="text-[2.125rem] sm:text-5xl">{t("marketplace.title")}</h1>
              <FilterForm filters={filters} error={error} />
            </div>
            <ShopList
              filters={filters}
              offer={offer}
              tooMany={tooMany}
              searching={searching}
              first={page}
              banded={shelves?.courses}
              shelves={shelves && hasShelf(shelves) && <Shelves shelves={shelves} />}
            />
          </div>
        </Container>
      </main>
      <ShopFooter />
    </div>
  );
}
