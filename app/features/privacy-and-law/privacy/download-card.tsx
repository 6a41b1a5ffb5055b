import { Form } from "@remix-run/react";
import { ProofField, useProofLabel } from "~/features/accounts/proof/proof-field";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Notice } from "~/ui/notice";

interface DownloadCardProps {
  underWay: boolean;
  /** Until when the present file can be downloaded; null without one. */
  readyUntil: string | null;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
  busy: boolean;
}

/** Asks for a file with one's own data, or offers the one that is ready. */
export function DownloadCard({ underWay, readyUntil, proofNeeded, result, busy }: DownloadCardProps) {
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
