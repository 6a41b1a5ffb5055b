import { formatBytes } from "~/features/base/files/accepted-files";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { progressLook } from "~/ui/progress-look";
import { TextLink } from "~/ui/text-link";
import type { DraftFile } from "./draft-fields";
import { figuresOf, sayPhase } from "./upload-progress";
import type { OutgoingFile, UploadState } from "./use-resumable-upload";

interface HeldFileProps {
  file: OutgoingFile;
  state: UploadState;
  sent: number;
  perSecond: number | undefined;
  onPause: () => void;
  onGoOn: () => void;
}

/** A file that is sent while the form is filled in: how far it is, below its field. */
export function HeldFile({ file, state, sent, perSecond, onPause, onGoOn }: HeldFileProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { phase } = state;
  const whole = phase === "sent";
  const bytes = whole ? file.bytes : sent;
  const percent = Math.floor(Math.min(bytes / file.bytes, 1) * 100);
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="flex items-center gap-4">
        <progress
          aria-label={t("uploads.progressLabel", { name: file.name })}
          max={100}
          value={percent}
          className={classNames(progressLook, "h-3 min-w-0 grow")}
        />
        <span aria-hidden="true" className="w-12 text-right font-semibold tabular-nums">
          {percent}%
        </span>
      </div>
      <p className="mt-2 text-sm text-ink-soft tabular-nums">
        {figuresOf({ t, locale }, { bytes, total: file.bytes, perSecond, phase })}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        <p role="status" className="min-w-0 flex-1 basis-56 text-sm text-ink-soft">
          {phase === "sending" ? t("uploads.heldSending") : sayPhase(t, state)}
          {phase === "asking" && (
            <>
              {" "}
              <TextLink {...linkTo("/creator-login")} target="_blank" reloadDocument>
                {t("uploads.signInAgain")}
              </TextLink>
            </>
          )}
        </p>
        {phase === "sending" && (
          <Button type="button" variant="quiet" size="small" onClick={onPause}>
            {t("uploads.pause")}
          </Button>
        )}
        {(phase === "paused" || phase === "asking" || phase === "waiting") && (
          <Button type="button" variant="secondary" size="small" onClick={onGoOn}>
            {t(phase === "waiting" ? "uploads.tryNow" : "uploads.goOn")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The file that a draft has already, or a part of it. */
export function DraftFileNote({ file }: { file: DraftFile }) {
  const t = useText();
  const locale = useLocale();
  const texts = {
    file: file.name,
    total: formatBytes(file.bytes, locale),
    sent: formatBytes(file.received, locale),
  };
  return (
    <p className="mt-4 border-t border-line pt-4 text-sm text-ink-soft [overflow-wrap:anywhere]">
      {t(file.received < file.bytes ? "uploads.draftPart" : "uploads.draftWhole", texts)}
    </p>
  );
}
