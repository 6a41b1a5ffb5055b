import { formatTime } from "~/features/base/form-fields/dates";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { TextLink } from "~/ui/text-link";
import type { DraftState } from "./draft-saver";

interface DraftStatusProps {
  draftId: string;
  state: DraftState;
  /** With script only: without, the form's own button saves. */
  onSave: (() => void) | undefined;
}

/** The button that saves a draft, and whether what was typed is saved. */
export function DraftStatus({ draftId, state, onSave }: DraftStatusProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const failed = state.phase === "failed" ? state.error : undefined;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          variant="quiet"
          name="intent"
          value="saveDraft"
          // Files stay here: a draft is text.
          formEncType="application/x-www-form-urlencoded"
          formNoValidate
          onClick={
            onSave &&
            ((event) => {
              event.preventDefault();
              onSave();
            })
          }
        >
          {t(failed === "changed" ? "drafts.saveAnyway" : "drafts.save")}
        </Button>
        <span role="status" className="text-sm text-ink-soft">
          {state.phase === "saving" && t("drafts.saving")}
          {state.phase === "saved" && t("drafts.savedAt", { time: formatTime(state.at) })}
          {failed === "unreached" && t("drafts.unreached")}
        </span>
      </div>
      {failed && failed !== "unreached" && (
        <Notice tone="warn" role="alert">
          {t(`drafts.${failed}`)}{" "}
          {failed === "changed" && (
            <TextLink {...linkTo(`/creator/upload?draft=${draftId}`)} target="_blank" reloadDocument>
              {t("drafts.openOther")}
            </TextLink>
          )}
          {failed === "signIn" && (
            <TextLink {...linkTo("/creator-login")} target="_blank" reloadDocument>
              {t("uploads.signInAgain")}
            </TextLink>
          )}
        </Notice>
      )}
    </div>
  );
}
