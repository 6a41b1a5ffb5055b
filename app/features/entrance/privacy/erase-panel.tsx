import { Form } from "@remix-run/react";
import { AccountPassword } from "~/features/base/accounts/account-password";
import { useKnownViewer } from "~/features/base/accounts/use-root-data";
import { ProofField } from "~/features/base/factors/proof-field";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { minimumPayoutCents } from "~/features/money/fees/minimum-payout";
import { formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { type ErasureWait, erasureDays } from "./retention";

export function EraseLinkCard() {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <Card as="section" className="space-y-3 p-6 sm:p-8">
      <h2 className="text-xl">{t("privacy.eraseTitle")}</h2>
      <p className="text-ink-soft">{t("privacy.eraseText", { days: erasureDays })}</p>
      <TextLink {...linkTo("/account/data?erase=1")}>{t("privacy.eraseLink")}</TextLink>
    </Card>
  );
}

interface ErasePanelProps {
  email: string;
  isCreator: boolean;
  waits: readonly ErasureWait[];
  /** For an account without a password. */
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
  busy: boolean;
}

export function ErasePanel({ email, isCreator, waits, proofNeeded, result, busy }: ErasePanelProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const hasPassword = useKnownViewer()?.hasPassword !== false;
  const label = t(hasPassword ? "accounts.password" : "accounts.proofTitle");
  const smallest = formatMoney(minimumPayoutCents, "BRL", locale);
  return (
    <Card as="section" className="space-y-6 p-6 sm:p-8">
      <h2 className="text-xl">{t("privacy.eraseTitle")}</h2>
      <p>{t("privacy.eraseText", { days: erasureDays })}</p>
      <Points
        title={t("privacy.eraseGoes")}
        points={[
          t("privacy.eraseGoesAccount"),
          t("privacy.eraseGoesPurchases"),
          ...(isCreator ? [t("privacy.eraseGoesProfile"), t("privacy.eraseGoesVideos")] : []),
        ]}
      />
      <Points
        title={t("privacy.eraseStays")}
        points={[t("privacy.eraseStaysSales"), ...(isCreator ? [t("privacy.eraseStaysVideos")] : [])]}
      />
      {isCreator && <p className="text-ink-soft">{t("privacy.eraseMoney", { smallest })}</p>}
      {waits.length > 0 && (
        <Notice tone="warn">
          <Waits title={t("privacy.eraseWaits")} waits={waits} />
        </Notice>
      )}
      <Form method="post" className="space-y-5">
        <input type="hidden" name="intent" value="erase" />
        {/* For password managers. */}
        <input name="username" autoComplete="username" defaultValue={email} readOnly hidden />
        <FormProblem result={result} labels={{ password: label }} />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="keepReviews"
            value="on"
            defaultChecked={result.typedIn("keepReviews") === "on"}
            className="size-5 accent-ink"
          />
          {t("privacy.keepReviews")}
        </label>
        {hasPassword ? (
          <AccountPassword result={result} name="password" label={label} autoComplete="current-password" />
        ) : (
          <ProofField needed={proofNeeded} result={result} />
        )}
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button variant="danger" pending={busy} pendingLabel={t("privacy.erasing")}>
            {t("privacy.eraseSure", { days: erasureDays })}
          </Button>
          <ButtonLink {...linkTo("/account/data")} variant="secondary">
            {t("privacy.cancel")}
          </ButtonLink>
        </div>
      </Form>
    </Card>
  );
}

interface ErasureNoticeProps {
  erasure: { begun: boolean; due: string };
  waits: readonly ErasureWait[];
  busy: boolean;
}

export function ErasureNotice({ erasure, waits, busy }: ErasureNoticeProps) {
  const t = useText();
  if (erasure.begun) {
    return (
      <Notice tone="warn" title={t("privacy.begunTitle")}>
        {waits.length > 0 ? (
          <Waits title={t("privacy.begunText")} waits={waits} />
        ) : (
          <p>{t("privacy.begunSoon")}</p>
        )}
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={t("privacy.scheduledTitle", { date: erasure.due })}>
      <p>{t("privacy.scheduledText")}</p>
      <Form method="post" className="mt-3">
        <input type="hidden" name="intent" value="keep" />
        <Button variant="secondary" pending={busy}>
          {t("privacy.keep")}
        </Button>
      </Form>
    </Notice>
  );
}

function Waits({ title, waits }: { title: string; waits: readonly ErasureWait[] }) {
  const t = useText();
  return <Points title={title} points={waits.map((wait) => t(`privacy.waits.${wait}`))} />;
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div className="space-y-2">
      <p className="font-semibold">{title}</p>
      <ul className="list-disc space-y-1 pl-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}
