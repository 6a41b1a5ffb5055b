import { Form } from "@remix-run/react";
import { ProofField } from "~/features/accounts/factors/proof-field";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { type AccountStep, needsReason, reasonMaxLength, type VideoStep } from "./account-step";

/** A step and its target, shown in a dialog and on a page. */
export type AccountOrVideoStep =
  | { of: "account"; step: AccountStep; id: string; name: string; from: string }
  | { of: "video"; step: VideoStep; id: string; name: string; from?: undefined };

/** The path of the step's page, to which its form also posts. */
export function stepPath({ of, step, id, from }: AccountOrVideoStep): string {
  return `/admin/${of}s/${id}/${step}${from ? `?from=${from}` : ""}`;
}

const formId = ({ of, step, id }: AccountOrVideoStep) => `${step}-${of}-${id}`;

/** Explains the consequences, and asks for the reason of a harmful step. */
export function StepQuestion({
  asked,
  proofNeeded,
  errorOf,
  typedIn,
}: {
  asked: AccountOrVideoStep;
  proofNeeded?: boolean;
  errorOf?(field: string): string | undefined;
  typedIn?(field: string): string | undefined;
}) {
  const t = useText();
  const id = formId(asked);
  return (
    <>
      <p className="break-words">{t(`audit.${asked.of}.${asked.step}.text` as "audit.video.suspend.text")}</p>
      <p className="mt-2 font-semibold break-words text-ink">{asked.name}</p>
      <Form id={id} method="post" action={stepPath(asked)} className="mt-5 space-y-5">
        <FormError>{errorOf?.("form")}</FormError>
        {needsReason(asked.step) && (
          <TextAreaField
            id={`${id}-reason`}
            name="reason"
            rows={2}
            label={t("audit.reason")}
            hint={t("audit.reasonHint")}
            error={errorOf?.("reason")}
            defaultValue={typedIn?.("reason")}
            maxLength={reasonMaxLength}
            required
          />
        )}
        {errorOf && <ProofField needed={proofNeeded} result={{ errorOf }} />}
      </Form>
    </>
  );
}

/** Submits the question's form from anywhere on the page. */
export function StepButton({ asked }: { asked: AccountOrVideoStep }) {
  const t = useText();
  return (
    <Button form={formId(asked)} variant={needsReason(asked.step) ? "danger" : "primary"}>
      {t(`audit.${asked.of}.${asked.step}.button` as "audit.video.suspend.button")}
    </Button>
  );
}
