import type { ReactNode } from "react";
import { AccountLink, AccountMenu } from "~/features/base/accounts/account-menu";
import { TermsNotice } from "~/features/base/accounts/terms";
import { type KnownViewer, useKnownViewer } from "~/features/base/accounts/use-root-data";
import { LanguageSwitch } from "~/i18n/language-switch";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { AppHeader } from "~/ui/page-frame/app-header";
import { HeaderSearch } from "./search-field";

/** In the menu on a phone, in the bar elsewhere. */
export function AccountWays({ viewer }: { viewer: KnownViewer }) {
  const t = useText();
  return (
    <AccountMenu>
      {viewer.isAdmin && (
        <AccountLink to="/admin/dashboard" icon="shield">
          {t("admin.dashboard")}
        </AccountLink>
      )}
      {viewer.isCreator && (
        <AccountLink to="/creator/dashboard" icon="chart">
          {t("marketplace.studio")}
        </AccountLink>
      )}
      <AccountLink to="/purchases" icon="wallet">
        {t("common.purchases")}
      </AccountLink>
      {!viewer.isAdmin && (
        // Beside the link to the studio, a wide bar has no room.
        <AccountLink to="/saved" icon="bookmark" inMenu={viewer.isCreator}>
          {t("common.saved")}
        </AccountLink>
      )}
    </AccountMenu>
  );
}

interface ShopHeaderProps {
  /** Between logo and links; on a phone below them. */
  middle?: ReactNode;
  /** Not on a phone. */
  search?: boolean;
}

export function ShopHeader({ middle, search = false }: ShopHeaderProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const viewer = useKnownViewer();
  return (
    <>
      <AppHeader
        sticky
        homeTo={linkTo(viewer ? "/marketplace" : "/").to}
        middle={middle}
        wideMiddle={search && <HeaderSearch />}
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
        menuEnd={viewer && <AccountWays viewer={viewer} />}
        wideRight={viewer && <AccountWays viewer={viewer} />}
      />
      <TermsNotice />
    </>
  );
}
