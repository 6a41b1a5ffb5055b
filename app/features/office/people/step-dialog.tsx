import { useText } from "~/i18n/use-locale";
import type { ButtonSize } from "~/ui/button-look";
import { ConfirmDialog } from "~/ui/dialog";
import { type AccountOrVideoStep, StepButton, StepQuestion, stepPath } from "./step-question";

interface StepDialogProps {
  asked: AccountOrVideoStep;
  /** Whether the last proof of identity has expired. */
  proofNeeded: boolean;
  size?: ButtonSize;
}

/** The button of a step and its confirmation: a dialog, or a page, without script and where a new proof is needed. */
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
  // Aligns the text of the borderless button with the text above it on a phone.
  return size === "small" ? <div className="max-sm:-ml-4">{dialog}</div> : dialog;
}
