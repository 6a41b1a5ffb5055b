import type { ReactNode } from "react";
import { useText } from "~/i18n/use-locale";
import { AppHeader } from "~/ui/app-header";
import { Container } from "~/ui/container";
import type { NavItem } from "~/ui/nav-items";
import { AccountWays } from "./account-ways";

interface AreaFrameProps {
  homeTo: string;
  /** Accessible name of the navigation. */
  navLabel: string;
  nav: readonly NavItem[];
  /** Between the header and the page. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The frame of an area for people who work here, creators and administrators (product.md, Creator area and Admin area): header, ways out, page. */
export function AreaFrame({ homeTo, navLabel, nav, notice, children }: AreaFrameProps) {
  const t = useText();
  return (
    <div className="flex min-h-dvh flex-col">
      <AppHeader
        homeTo={homeTo}
        navLabel={navLabel}
        menuLabel={t("common.menu")}
        nav={nav}
        menuEnd={<AccountWays />}
        wideRight={<AccountWays />}
      />
      {notice}
      <main id="main" className="grow">
        <Container className="py-8 sm:py-12">{children}</Container>
      </main>
    </div>
  );
}
