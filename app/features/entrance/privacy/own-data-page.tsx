import { Form, useLocation, useNavigation } from "@remix-run/react";
import { ProofField, useProofLabel } from "~/features/base/factors/proof-field";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Notice } from "~/ui/notice";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { useLatestResultOnly } from "~/ui/toasts/toasts";
import { EraseLinkCard, ErasePanel, ErasureNotice } from "./erase-panel";
import type { OwnDataView } from "./own-data.server";

interface OwnDataPageProps {
  shown: OwnDataView & { isCreator: boolean; email: string; proofNeeded: boolean };
  result: ReturnType<typeof useActionResult>;
}

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

interface DownloadCardProps {
  underWay: boolean;
  /** Null without a file. */
  readyUntil: string | null;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
  busy: boolean;
}

function DownloadCard({ underWay, readyUntil, proofNeeded, result, busy }: DownloadCardProps) {
  const proofLabel = useProofLabel();
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <Card as="section" className="space-y-5 p-6 sm:p-8">
      <h2 className="text-xl">{t("privacy.downloadTitle")}</h2>
      <p className="text-ink-soft">{t("privacy.downloadText")}</p>
      {readyUntil && (
        <Notice tone="success" title={t("privacy.ready")}>
          <p>{t("privacy.readyText", { date: readyUntil })}</p>
          <ButtonLink {...linkTo("/account/data/file")} reloadDocument className="mt-3">
            {t("privacy.downloadLink")}
          </ButtonLink>
        </Notice>
      )}
      {underWay ? (
        <Notice role="status">{t("privacy.underWay")}</Notice>
      ) : (
        <Form method="post" className="space-y-5">
          <input type="hidden" name="intent" value="export" />
          <FormProblem result={result} labels={{ password: proofLabel }} />
          <ProofField needed={proofNeeded} result={result} />
          <Button variant="secondary" pending={busy}>
            {t(readyUntil ? "privacy.downloadAgain" : "privacy.downloadButton")}
          </Button>
        </Form>
      )}
    </Card>
  );
}
