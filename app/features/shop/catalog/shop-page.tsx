import type { ComponentProps } from "react";
import { ShopFooter } from "~/features/accounts/accounts/shop-footer";
import { Container } from "~/ui/page-frame/container";
import { ShopHeader } from "./account-links";

/** The frame of a page of the shop or the account: header, content and footer. */
export function ShopPage(content: ComponentProps<typeof Container>) {
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader />
      <main id="main">
        <Container {...content} />
      </main>
      <ShopFooter />
    </div>
  );
}
