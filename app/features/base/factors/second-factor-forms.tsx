import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge } from "~/ui/badge";
import { Button, PrintButton } from "~/ui/button";
import { CopyButton, CopyText } from "~/ui/copy-text";
import { Field } from "~/ui/forms/field";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { QrPicture } from "~/ui/qr-picture";
import { ProofField, useProofLabel } from "./proof-field";

interface SecondFactorFormsProps {
  /** `lost`: its removal was requested. */
  on: { since: string; left: number; lost: boolean } | null;
  pending: { secret: string; qr: { size: number; path: string } | null } | null;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}

export function SecondFactorForms({ on, pending, proofNeeded, result }: SecondFactorFormsProps) {
  const t = useText();
  const sent = useNavigation().formData?.get("intent");
  const labels = { code: t("security.code"), password: useProofLabel() };
  const step = (intent: string, variant: "primary" | "secondary", label: string, fields?: ReactNode) => (
    <Form method="post" className="space-y-5">
      <input type="hidden" name="intent" value={intent} />
      {fields}
      <ProofField needed={proofNeeded} result={result} />
      <Button variant={variant} pending={sent === intent}>
        {label}
      </Button>
    </Form>
  );
  return (
    <div className="space-y-6">
      <FormProblem result={result} labels={labels} />
      {on?.lost && (
        <Notice tone="warn">
          <p>{t("security.helpPending")}</p>
          <Form method="post" className="mt-3">
            <input type="hidden" name="intent" value="revoke" />
            <Button variant="secondary">{t("security.helpRevoke")}</Button>
          </Form>
        </Notice>
      )}
      <Badge tone={on ? "success" : "neutral"}>{t(on ? "security.secondOn" : "security.secondOff")}</Badge>
      {on && (
        <>
          <p>{t("security.secondSince", { date: on.since, count: on.left })}</p>
          {step("remove", "secondary", t("security.remove"), <p>{t("security.removeText")}</p>)}
        </>
      )}
      {!on && !pending && step("begin", "primary", t("security.begin"))}
      {pending && (
        <>
          <p>{t("security.stepScan")}</p>
          {pending.qr && <QrPicture code={pending.qr} label={t("security.qrLabel")} />}
          <div>
            <p className="mb-2">{t("security.stepType")}</p>
            <CopyText
              text={pending.secret}
              label={t("security.copy")}
              copyLabel={t("security.copy")}
              copiedLabel={t("security.copied")}
            />
          </div>
          {step(
            "confirm",
            "primary",
            t("security.confirm"),
            <Field
              name="code"
              label={labels.code}
              hint={t("security.stepCode")}
              error={result.errorOf("code")}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              required
            />,
          )}
          <Form method="post">
            <input type="hidden" name="intent" value="begin" />
            <Button variant="quiet">{t("security.beginAgain")}</Button>
          </Form>
        </>
      )}
    </div>
  );
}

/** Shown until confirmed, or for ten minutes. */
export function NewCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  const t = useText();
  return (
    <div className="space-y-5">
      <h2 className="text-xl">{t("security.codesTitle")}</h2>
      <p className="print:hidden">{t("security.codesText")}</p>
      <p className="hidden print:block">{t("security.codesPrinted", { email })}</p>
      <ul aria-label={t("security.codesList")} className="grid gap-2 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li
            key={code}
            className="rounded-control bg-sunken px-3 py-2 select-all print:border print:border-line"
          >
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <PrintButton>{t("security.print")}</PrintButton>
        <CopyButton
          text={codes.join("\n")}
          label={t("security.copyCodes")}
          copyLabel={t("security.copyCodes")}
          copiedLabel={t("security.copied")}
        />
      </div>
      <Form method="post" className="print:hidden">
        <input type="hidden" name="intent" value="kept" />
        <Button>{t("security.codesKept")}</Button>
      </Form>
    </div>
  );
}

type Result = ReturnType<typeof useActionResult>;

export function CodeForm({ result }: { result: Result }) {
  const busy = useNavigation().formData !== undefined;
  const t = useText();
  const label = t("security.stepField");
  return (
    <Form method="post" className="space-y-5">
      <FormProblem result={result} labels={{ code: label }} />
      <Field
        name="code"
        label={label}
        error={result.errorOf("code")}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
      <Button className="w-full" size="large" pending={busy} pendingLabel={t("security.stepBusy")}>
        {t("security.stepButton")}
      </Button>
    </Form>
  );
}

export function LostSecondFactor({ result }: { result: Result }) {
  const t = useText();
  return (
    <details className="group/lost mt-6" open={result.typedIn("intent") === "lost"}>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-ink-soft">
        {t("security.lost")}
        <Icon name="chevron-down" className="size-4 group-open/lost:rotate-180" />
      </summary>
      <Form method="post" className="mt-2 space-y-4">
        <input type="hidden" name="intent" value="lost" />
        <p className="text-ink-soft">{t("security.lostText")}</p>
        <Button variant="secondary">{t("security.lostAsk")}</Button>
      </Form>
    </details>
  );
}
