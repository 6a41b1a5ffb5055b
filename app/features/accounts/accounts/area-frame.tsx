import type { ReactNode } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { AppHeader } from "~/ui/page-frame/app-header";
import { Container } from "~/ui/page-frame/container";
import type { NavItem } from "~/ui/page-frame/nav-items";
import { AccountMenu } from "./account-menu";
import { ShopFooter } from "./shop-footer";

interface AreaFrameProps {
  homeTo: string;
  navLabel: string;
  nav: readonly NavItem[];
  notice?: ReactNode;
  /** Last part of the footer, such as the language switch. */
  footerEnd?: ReactNode;
  children: ReactNode;
}

/** The frame of the creator and admin areas (product.md, Creator area and Admin area). */
export function AreaFrame({ homeTo, navLabel, nav, notice, footerEnd, children }: AreaFrameProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <div className="flex min-h-dvh flex-col">
      <AppHeader
        homeTo={linkTo(homeTo).to}
        navLabel={navLabel}
        menuLabel={t("common.menu")}
        nav={nav.map((item) => ({ ...item, to: linkTo(item.to).to }))}
        menuEnd={<AccountMenu />}
        wideRight={<AccountMenu />}
      />
      {notice}
      <main id="main" className="grow">
        <Container className="py-8 sm:py-12">{children}</Container>
      </main>
      <ShopFooter>{footerEnd}</ShopFooter>
    </div>
  );
}
