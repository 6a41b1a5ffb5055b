import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { showWatchSteps } from "~/features/sales/show-watch-steps.server";
import type { ShownStep } from "~/features/sales/shown-step";
import { decidePlayingDoubt } from "~/features/videos/conversion";
import { listConversions } from "~/features/videos/conversions.queries.server";
import { SearchBox } from "~/features/videos/search-box";
import { cleanSearch } from "~/features/videos/search-text";
import { ShopHeader } from "~/features/videos/shop-header";
import { ShopList } from "~/features/videos/shop-list";
import { listShopVideos } from "~/features/videos/shop-videos.queries.server";
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
