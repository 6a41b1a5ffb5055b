import { useText } from "~/i18n/use-locale";
import type { ButtonSize } from "~/ui/button-look";
import { ConfirmDialog } from "~/ui/dialog";
import { type AskedStep, StepButton, StepQuestion, stepPath } from "./step-question";

/** The button of a step, and its question: in a dialog, and without script on a page of its own. */
export function StepDialog({ asked, size }: { asked: AskedStep; size?: ButtonSize }) {
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
      title={text("title")}
      description={<StepQuestion asked={asked} />}
      cancelLabel={t("common.cancel")}
    >
      <StepButton asked={asked} />
    </ConfirmDialog>
  );
  // In a row of a list on a phone the words of a button without a frame stand in line with those above.
  return size === "small" ? <div className="max-sm:-ml-4">{dialog}</div> : dialog;
}
