import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Icon, type IconName } from "~/ui/icons";
import { classNames } from "~/ui/looks";

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

interface AccountLinkProps {
  to: string;
  icon: IconName;
  inMenu?: boolean;
  children: string;
}

export function AccountLink({ to, icon, inMenu = false, children }: AccountLinkProps) {
  const linkTo = useLinkTo();
  const current = useLocation().pathname === to;
  return (
    <ButtonLink
      {...linkTo(to)}
      variant="quiet"
      size="small"
      className={classNames(row, inMenu && "lg:hidden")}
      aria-current={current ? "page" : undefined}
    >
      <Icon name={icon} />
      {children}
    </ButtonLink>
  );
}
