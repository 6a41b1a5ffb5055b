import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { SkeletonCards, VideoGrid } from "~/features/videos/pictures/video-grid";
import { useText } from "~/i18n/use-locale";
import { useSlowNavigation } from "~/ui/navigation";
import { Container } from "~/ui/page-frame/container";
import { PageHeader } from "~/ui/page-frame/page-header";
import { ShopHeader } from "./account-links";

/** Shows placeholders during a slow navigation to the marketplace (product.md, Marketplace). */
export function ArrivingShop({ children }: { children: ReactNode }) {
  const coming = useSlowNavigation();
  const { pathname } = useLocation();
  return coming === "/marketplace" && pathname !== coming ? <ShopOutline /> : children;
}

function ShopOutline() {
  const t = useText();
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader />
      <main id="main">
        <Container className="py-8 sm:py-12">
          <PageHeader title={t("marketplace.title")} className="mb-8" />
          <div role="status">
            <span className="sr-only">{t("common.loading")}</span>
          </div>
          <VideoGrid>
            <SkeletonCards />
          </VideoGrid>
        </Container>
      </main>
    </div>
  );
}
