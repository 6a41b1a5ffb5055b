import { AccountLink, AccountMenu } from "~/features/accounts/accounts/account-menu";
import type { KnownViewer } from "~/features/accounts/accounts/use-known-viewer";
import { useText } from "~/i18n/use-locale";

/** Links of a signed-in person: in the menu on a phone, in the bar elsewhere. */
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
    </AccountMenu>
  );
}
