import { useLocation, useNavigation } from "@remix-run/react";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { useLatestResultOnly } from "~/ui/forms/latest-result";
import { BackLink } from "~/ui/page-frame/back-link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { DownloadCard } from "./download-card";
import { EraseLinkCard, ErasePanel, ErasureNotice } from "./erase-panel";
import type { OwnDataView } from "./show-own-data.server";

interface OwnDataPageProps {
  shown: OwnDataView & { isCreator: boolean; email: string; proofNeeded: boolean };
  result: ReturnType<typeof useActionResult>;
}

/** The page of a person's download and of the erasure of their account. */
export function OwnDataPage({ shown, result }: OwnDataPageProps) {
  const { underWay, readyUntil, erasure, waits, isCreator, email, proofNeeded } = shown;
  const intent = result.typedIn("intent");
  const asksToErase = new URLSearchParams(useLocation().search).has("erase");
  const busy = useNavigation().formData?.get("intent");
  useLatestResultOnly(busy !== undefined);
  const t = useText();
  const linkTo = useLinkTo();
  const erases = !erasure && (intent === "erase" || (asksToErase && intent !== "export"));
  return (
    <ShopPage width="narrow" className="space-y-8 pt-4 pb-8 sm:pt-6 sm:pb-12">
      <PageHeader
        above={<BackLink {...linkTo("/account")}>{t("accounts.accountTitle")}</BackLink>}
        title={t("privacy.title")}
        description={<p>{t("privacy.text")}</p>}
      />
      {erasure && <ErasureNotice erasure={erasure} waits={waits} busy={busy === "keep"} />}
      {erases ? (
        <ErasePanel
          email={email}
          isCreator={isCreator}
          waits={waits}
          proofNeeded={proofNeeded}
          result={result}
          busy={busy === "erase"}
        />
      ) : (
        <>
          <DownloadCard
            underWay={underWay}
            readyUntil={readyUntil}
            proofNeeded={proofNeeded}
            result={result}
            busy={busy === "export"}
          />
          {!erasure && <EraseLinkCard />}
        </>
      )}
    </ShopPage>
  );
}
