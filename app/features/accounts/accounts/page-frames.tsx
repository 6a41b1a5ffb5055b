import type { ComponentProps, ReactNode } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { AppHeader } from "~/ui/page-frame/app-header";
import { AuthLayout } from "~/ui/page-frame/auth-layout";
import { Container } from "~/ui/page-frame/container";
import type { NavItem } from "~/ui/page-frame/nav-items";
import { ShopFooter } from "./shop-footer";

interface AreaFrameProps {
  homeTo: string;
  navLabel: string;
  nav: readonly NavItem[];
  notice?: ReactNode;
  /** Right side of the header: `wide` on wide screens only, where small ones have `menuEnd` in the menu. */
  tools: { always: ReactNode; wide: ReactNode; menuEnd: ReactNode };
  children: ReactNode;
}

/** The frame of the creator and admin areas (product.md, Creator area and Admin area). */
export function AreaFrame({ homeTo, navLabel, nav, notice, tools, children }: AreaFrameProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <div className="flex min-h-dvh flex-col">
      <AppHeader
        homeTo={linkTo(homeTo).to}
        navLabel={navLabel}
        menuLabel={t("common.menu")}
        nav={nav.map((item) => ({ ...item, to: linkTo(item.to).to }))}
        menuEnd={tools.menuEnd}
        wideRight={tools.wide}
        right={tools.always}
      />
      {notice}
      <main id="main" className="grow">
        <Container className="py-8 sm:py-12">{children}</Container>
      </main>
      <ShopFooter />
    </div>
  );
}

type CardPageProps = Omit<ComponentProps<typeof AuthLayout>, "footer" | "homeTo" | "backLabel"> & {
  /** Default: "back". */
  backLabel?: string;
};

/** A page with one card in its middle, such as a login. */
export function CardPage(props: CardPageProps) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <AuthLayout backLabel={t("common.back")} homeTo={linkTo("/").to} {...props} footer={<ShopFooter />} />
  );
}
