import type { ReactNode } from "react";
import { useKnownViewer } from "~/features/accounts/accounts/use-known-viewer";
import { TermsNotice } from "~/features/accounts/terms/terms-notice";
import { HeaderSearch } from "~/features/shop/search/header-search";
import { LanguageSwitch } from "~/i18n/language-switch";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { AppHeader } from "~/ui/page-frame/app-header";
import { AccountWays } from "./account-links";

interface ShopHeaderProps {
  /** Between logo and links, on a phone below them. */
  middle?: ReactNode;
  /** Shows the search from the width of a tablet on; a phone has the first screen for the page. */
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
