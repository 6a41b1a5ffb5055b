import { Form } from "@remix-run/react";
import type { ComponentProps } from "react";
import { ProofField } from "~/features/base/factors/proof-field";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ConfirmDialog, ConfirmPanel } from "~/ui/dialog";
import { TextAreaField } from "~/ui/forms/field";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import { Icon } from "~/ui/icons";
import type { ButtonSize } from "~/ui/looks";
import { Menu } from "~/ui/page-frame/mobile-menu";
import { type AccountStep, needsReason, reasonMaxLength, type VideoStep } from "./account-step";

interface StepDialogProps {
  asked: AccountOrVideoStep;
  proofNeeded: boolean;
  size?: ButtonSize;
}

/** A page instead of a dialog without script, or if a new proof is needed. */
export function StepDialog({ asked, proofNeeded, size }: StepDialogProps) {
  const t = useText();
  const text = (part: "button" | "title") =>
    t(`audit.${asked.of}.${asked.step}.${part}` as "audit.video.suspend.title");
  const dialog = (
    <ConfirmDialog
      trigger={text("button")}
      triggerVariant={size === "small" ? "quiet" : "secondary"}
      triggerSize={size}
      triggerLabel={`${text("button")}: ${asked.name}`}
      fallbackTo={stepPath(asked)}
      asPage={proofNeeded}
      title={text("title")}
      description={<StepQuestion asked={asked} />}
      cancelLabel={t("common.cancel")}
    >
      <StepButton asked={asked} />
    </ConfirmDialog>
  );
  // On a phone aligns the borderless button's text with the text above.
  return size === "small" ? <div className="max-sm:-ml-4">{dialog}</div> : dialog;
}

export interface AccountStatus {
  id: string;
  email: string;
  isAdmin: boolean;
  suspended: boolean;
  own: boolean;
  asksForRemoval?: boolean;
}

export function StandingBadges({ standing: { isAdmin, suspended } }: { standing: AccountStatus }) {
  const t = useText();
  if (!isAdmin && !suspended) return null;
  return (
    <span className="flex flex-wrap gap-2">
      {suspended && <Badge tone="danger">{t("audit.suspended")}</Badge>}
      {isAdmin && <Badge tone="info">{t("audit.isAdmin")}</Badge>}
    </span>
  );
}

/** Administrators cannot suspend themselves. `from`: the list of the page. */
export function AccountSteps({
  standing,
  from,
  proofNeeded,
}: {
  standing: AccountStatus;
  from: string;
  proofNeeded: boolean;
}) {
  const { id, email: name, own, suspended, isAdmin, asksForRemoval } = standing;
  const t = useText();
  const steps: (AccountStep | false)[] = [
    !own && (suspended ? "restore" : "suspend"),
    !own && !suspended && "sign-out",
    !own && asksForRemoval === true && "unlock",
    (isAdmin || !suspended) && (isAdmin ? "remove" : "grant"),
  ];
  return (
    <Menu
      label={t("people.moreSteps")}
      className="relative"
      button={<Icon name="dots" />}
      buttonClassName="border border-line-strong"
      panelClassName="top-full right-0 z-20 w-64 rounded-card border border-line p-2 max-sm:right-auto max-sm:left-0"
    >
      {steps
        .filter((step) => step !== false)
        .map((step) => (
          <StepDialog
            key={step}
            size="small"
            asked={{ of: "account", id, name, from, step }}
            proofNeeded={proofNeeded}
          />
        ))}
    </Menu>
  );
}

type AccountOrVideoStep =
  | { of: "account"; step: AccountStep; id: string; name: string; from: string }
  | { of: "video"; step: VideoStep; id: string; name: string; from?: undefined };

/** Also the form's action. */
function stepPath({ of, step, id, from }: AccountOrVideoStep): string {
  return `/admin/${of}s/${id}/${step}${from ? `?from=${from}` : ""}`;
}

const formId = ({ of, step, id }: AccountOrVideoStep) => `${step}-${of}-${id}`;

function StepQuestion({
  asked,
  proofNeeded,
  result,
}: {
  asked: AccountOrVideoStep;
  proofNeeded?: boolean;
  result?: FormFields;
}) {
  const t = useText();
  const id = formId(asked);
  return (
    <>
      <p className="break-words">{t(`audit.${asked.of}.${asked.step}.text` as "audit.video.suspend.text")}</p>
      <p className="mt-2 font-semibold break-words text-ink">{asked.name}</p>
      <Form id={id} method="post" action={stepPath(asked)} className="mt-5 space-y-5">
        <FormError>{result?.errorOf("form")}</FormError>
        {needsReason(asked.step) && (
          <TextAreaField
            id={`${id}-reason`}
            name="reason"
            rows={2}
            label={t("audit.reason")}
            hint={t("audit.reasonHint")}
            {...result?.field("reason")}
            maxLength={reasonMaxLength}
            required
          />
        )}
        {result && <ProofField needed={proofNeeded} result={result} />}
      </Form>
    </>
  );
}

/** Without script, or if a new proof is needed. */
export function StepPage({
  asked,
  back,
  ...question
}: { asked: AccountOrVideoStep; back: string } & Omit<ComponentProps<typeof StepQuestion>, "asked">) {
  const t = useText();
  return (
    <ConfirmPanel
      title={t(`audit.${asked.of}.${asked.step}.title` as "audit.video.suspend.title")}
      description={<StepQuestion asked={asked} {...question} />}
      cancelLabel={t("common.cancel")}
      cancelTo={back}
    >
      <StepButton asked={asked} />
    </ConfirmPanel>
  );
}

/** Submits the form from anywhere on the page. */
function StepButton({ asked }: { asked: AccountOrVideoStep }) {
  const t = useText();
  return (
    <Button form={formId(asked)} variant={needsReason(asked.step) ? "danger" : "primary"}>
      {t(`audit.${asked.of}.${asked.step}.button` as "audit.video.suspend.button")}
    </Button>
  );
}
