import type { ReactNode } from "react";
import { AccountWay, AccountWays } from "~/features/accounts/account-ways";
import { type KnownViewer, useKnownViewer } from "~/features/accounts/use-known-viewer";
import { LanguageSwitch } from "~/i18n/language-switch";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { AppHeader } from "~/ui/app-header";
import { ButtonLink } from "~/ui/button";

/** The header of the learners' screens: sticky, with the search box where the screen has one. */
export function ShopHeader({ middle }: { middle?: ReactNode }) {
  const t = useText();
  const linkTo = useLinkTo();
  const viewer = useKnownViewer();
  return (
    <AppHeader
      sticky
      homeTo={linkTo(viewer ? "/marketplace" : "/").to}
      middle={middle}
      right={
        <>
          <LanguageSwitch />
          {!viewer && (
            <ButtonLink {...linkTo("/consumer-login")} variant="secondary" size="small">
              {t("marketplace.login")}
            </ButtonLink>
          )}
        </>
      }
      menuLabel={viewer ? t("common.menu") : undefined}
      menuEnd={viewer && <Ways viewer={viewer} />}
      wideRight={viewer && <Ways viewer={viewer} />}
    />
  );
}

/** Where someone signed in may go from the shop: in the menu on a phone, in the bar elsewhere. */
function Ways({ viewer }: { viewer: KnownViewer }) {
  const t = useText();
  return (
    <AccountWays>
      {viewer.isAdmin && (
        <AccountWay to="/admin/dashboard" icon="shield">
          {t("admin.dashboard")}
        </AccountWay>
      )}
      {viewer.isCreator && (
        <AccountWay to="/creator/dashboard" icon="chart">
          {t("marketplace.studio")}
        </AccountWay>
      )}
      <AccountWay to="/purchases" icon="wallet">
        {t("common.purchases")}
      </AccountWay>
    </AccountWays>
  );
}
