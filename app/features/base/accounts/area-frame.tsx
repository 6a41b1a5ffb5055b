import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { LanguageSwitch } from "~/i18n/language-switch";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { AppHeader, type NavItem } from "~/ui/page-frame/app-header";
import { BarItem, MenuLink, MenuList } from "~/ui/page-frame/area-menu";
import { Container } from "~/ui/page-frame/container";
import { Menu, menuRow } from "~/ui/page-frame/mobile-menu";
import { Portrait } from "~/ui/portrait";
import { ShopFooter } from "./shop-footer";

interface AreaFrameProps {
  homeTo: string;
  navLabel: string;
  nav: readonly NavItem[];
  notice?: ReactNode;
  /** Right side of the header. `wide`: on wide screens; small ones have `menuEnd` in the menu. */
  tools: { always: ReactNode; wide: ReactNode; menuEnd: ReactNode };
  children: ReactNode;
}

/** The frame of the creator and admin areas (product.md, Creator area and Admin area). */
export function AreaFrame({ homeTo, navLabel, nav, notice, tools, children }: AreaFrameProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const items = nav.map((item) => ({ ...item, to: linkTo(item.to).to }));
  return (
    <div className="flex min-h-dvh flex-col">
      <AppHeader
        homeTo={linkTo(homeTo).to}
        navLabel={navLabel}
        menuLabel={t("common.menu")}
        nav={items}
        barItem={(item) => <BarItem item={item} />}
        menuRows={<MenuList items={items.flatMap((item) => (item.flat && item.items) || [item])} />}
        menuEnd={tools.menuEnd}
        wideRight={tools.wide}
        right={tools.always}
      />
      {notice}
      <main id="main" className="grow">
        <Container className="py-8">{children}</Container>
      </main>
      <ShopFooter />
    </div>
  );
}

interface PortraitMenuProps {
  label: string;
  name: string;
  email: string;
  source?: { src?: string; srcSet?: string };
  children: ReactNode;
}

export function PortraitMenu({ label, name, email, source, children }: PortraitMenuProps) {
  return (
    <Menu
      label={label}
      className="relative"
      buttonClassName="gap-1.5 px-2"
      button={
        <>
          <Portrait {...source} sizes="2rem" name={name} eager />
          <Icon name="chevron-down" className="size-4" />
        </>
      }
      panelClassName="top-full right-0 z-40 mt-2 w-75 rounded-card border border-line p-2"
    >
      <div className="mb-2 border-b border-line px-4 py-3 [overflow-wrap:anywhere]">
        {name !== email && <p className="font-semibold">{name}</p>}
        <p className="text-sm text-ink-soft">{email}</p>
      </div>
      {children}
    </Menu>
  );
}

export function AccountRows({ withLanguage = true }: { withLanguage?: boolean }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <>
      <MenuLink item={{ ...linkTo("/account"), label: t("accounts.account"), icon: "lock" }} />
      {withLanguage && (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 px-4 font-semibold">
          {t("common.language")}
          <LanguageSwitch />
        </div>
      )}
      <Form method="post" action={linkTo("/logout").to} navigate={false}>
        <button type="submit" className={menuRow}>
          <Icon name="log-out" />
          {t("common.logout")}
        </button>
      </Form>
    </>
  );
}
