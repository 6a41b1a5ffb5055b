import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { LanguageSwitch } from "~/i18n/language-switch";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Icon, type IconName } from "~/ui/icons";
import { Menu, MenuLink, menuRow } from "~/ui/page-frame/mobile-menu";
import { Portrait } from "~/ui/portrait";

/** In the menu of small screens each link fills a row. */
const row =
  "lg:max-xl:px-3 max-lg:min-h-12 max-lg:w-full max-lg:justify-start max-lg:gap-3 max-lg:text-base max-lg:text-ink " +
  "aria-[current=page]:bg-sunken aria-[current=page]:text-ink";

export function AccountMenu({ children }: { children?: ReactNode }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <div className="flex items-center gap-1 max-lg:flex-col">
      {children}
      <AccountLink to="/account" icon="user">
        {t("accounts.account")}
      </AccountLink>
      <Form method="post" action={linkTo("/logout").to} navigate={false} className="max-lg:w-full">
        <Button variant="quiet" size="small" className={row}>
          <Icon name="log-out" />
          {t("common.logout")}
        </Button>
      </Form>
    </div>
  );
}

export function AccountLink({ to, icon, children }: { to: string; icon: IconName; children: string }) {
  const linkTo = useLinkTo();
  const current = useLocation().pathname === to;
  return (
    <ButtonLink
      {...linkTo(to)}
      variant="quiet"
      size="small"
      className={row}
      aria-current={current ? "page" : undefined}
    >
      <Icon name={icon} />
      {children}
    </ButtonLink>
  );
}

interface PortraitMenuProps {
  label: string;
  name: string;
  email: string;
  source?: { src?: string; srcSet?: string };
  children: ReactNode;
}

/** The account's menu of wide screens, behind the portrait. */
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

/** Account, language and logout as rows of a menu. */
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
