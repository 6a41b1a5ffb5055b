import { ShopFooter } from "~/features/accounts/terms/shop-footer";
import { usePurchaseNews, useTellPurchase } from "~/features/orders/checkout/use-purchase-news";
import { ShopHeader } from "~/features/shop/catalog/shop-header";
import { Description } from "~/features/shop/sales-page/description";
import { SearchBelow } from "~/features/shop/search/header-search";
import { BeingPrepared } from "~/features/videos/conversion/encoding-notice";
import { Container } from "~/ui/page-frame/container";
import { AwaitedPaymentNotice } from "./awaited-payment-notice";
import { BackToBefore } from "./back-to-before";
import { Lesson } from "./lesson";
import { MustBuy } from "./must-buy";
import { NoAccess } from "./no-access";
import type { WatchPage } from "./playing-page";

/** The watch page: the lesson for those who may watch, else what keeps them from it. */
export function WatchFrame({ watched }: { watched: WatchPage }) {
  const { video, access } = watched;
  const isLocked = !("player" in watched);
  usePurchaseNews({ listening: isLocked, whenSeen: isLocked });
  useTellPurchase(access === "bought" || access === "processing" ? video.id : undefined);
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader search />
      <main id="main">
        <Container width={"player" in watched ? "wide" : "medium"} className="py-4 sm:py-8">
          <BackToBefore path={watched.back} />
          {"player" in watched ? (
            <Lesson key={watched.video.id} watched={watched} />
          ) : (
            <>
              <h1 className="mt-3 mb-6 text-3xl sm:text-4xl">{video.title}</h1>
              {watched.access === "encoding" ? (
                <BeingPrepared video={video} percent={watched.percent} />
              ) : watched.access === "processing" ? (
                <AwaitedPaymentNotice video={video} saleId={watched.saleId} awaited={watched.awaited} />
              ) : watched.access === "disputed" || watched.access === "ended" ? (
                <NoAccess video={video} notice={watched.notice} />
              ) : (
                <MustBuy {...watched} />
              )}
              <div className="mt-6">
                <Description text={video.description} />
              </div>
            </>
          )}
        </Container>
      </main>
      <SearchBelow />
      <ShopFooter />
    </div>
  );
}
