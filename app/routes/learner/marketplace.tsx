import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SearchBox } from "~/features/catalog/search-box";
import { cleanSearch } from "~/features/catalog/search-text";
import { ShopHeader } from "~/features/catalog/shop-header";
import { listShopVideos } from "~/features/catalog/shop-videos.queries.server";
import { ShopList } from "~/features/catalog/video-list";
import { showWatchSteps } from "~/features/checkout/show-watch-steps.server";
import type { ShownStep } from "~/features/checkout/shown-step";
import { decidePlayingDoubt } from "~/features/encoding/conversion";
import { listConversions } from "~/features/encoding/conversions.queries.server";
import { metaText } from "~/i18n/meta-text";
import { useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { parseCursor } from "~/platform/keyset";
import { Container } from "~/ui/container";
import { PageHeader } from "~/ui/page-header";
import { SiteFooter } from "~/ui/site-footer";
import { useSlowNavigation } from "~/ui/slow-navigation";

export const meta: MetaFunction = ({ location }) => metaText(location, "marketplace", "tagline");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = context.services;
  const params = new URL(request.url).searchParams;
  const search = cleanSearch(params.get("q"));
  const viewer = await currentViewer(context, request);
  const page = await listShopVideos(db, { search, after: parseCursor(params.get("after")) });
  const ids = page.rows.map(({ id }) => id);
  const [steps, conversions] = await Promise.all([
    showWatchSteps(context.services, viewer, page.rows),
    listConversions(db, ids),
  ]);
  return {
    search,
    next: page.next,
    videos: page.rows.map(({ creator_id: _, created_at: __, ...video }, at) => ({
      ...video,
      ...(steps[at] as ShownStep),
      inDoubt: decidePlayingDoubt(conversions[video.id]) !== undefined,
    })),
  };
}

export default function Marketplace() {
  const { search, ...page } = useLoaderData<typeof loader>();
  const t = useText();
  const searching = useSlowNavigation() === "/marketplace";
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader middle={<SearchBox search={search} />} />
      <main id="main">
        <Container className="py-8 sm:py-12">
          <PageHeader title={t("marketplace.title")} className="mb-8" />
          <ShopList search={search} first={page} searching={searching} />
        </Container>
      </main>
      <SiteFooter text={t("common.footer", { year: 2024 })} />
    </div>
  );
}
