import { useEffect, useRef, useState } from "react";
import { checkChosenFile, formatBytes } from "~/features/base/files/accepted-files";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { progressLook } from "~/ui/progress-look";
import { TextLink } from "~/ui/text-link";
import { holdFile } from "./begin-upload";
import { FileTransfer } from "./resume-transfer";
import { type SentFile, SeveralUploads } from "./several-uploads";
import { LeaveWarning } from "./upload-notices";

/** Several chosen files, each sent into a draft of its own. `onDone`: back to the form. */
export function SeveralFiles({ files, onDone }: { files: readonly File[]; onDone: () => void }) {
  const t = useText();
  const [changed, setList] = useState<readonly SentFile[]>();
  const [uploads] = useState(() => sendSeveral(files, setList));
  const list = changed ?? uploads.list;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    void uploads.run();
    return () => uploads.end();
  }, [uploads]);

  const open = list.filter(({ state }) => state !== "held" && state !== "failed").length;
  const held = list.filter(({ state }) => state === "held").length;
  return (
    <Card as="section" aria-labelledby="several-files" className="space-y-5 p-5 sm:p-6">
      {open > 0 && <LeaveWarning question={t("uploads.severalLeave")} />}
      <div>
        <h2 id="several-files" ref={heading} tabIndex={-1} className="text-2xl">
          {t("uploads.several", { count: files.length })}
        </h2>
        <p role="status" className="mt-1 text-ink-soft">
          {open > 0 ? t("uploads.severalText") : t("uploads.severalDone", { count: held })}
        </p>
      </div>
      <ul>
        {list.map((file) => (
          <SentRow key={file.draftId} file={file} onGoOn={() => uploads.goOn()} />
        ))}
      </ul>
      {open === 0 && (
        <Button type="button" variant="secondary" onClick={onDone}>
          {t("uploads.backToForm")}
        </Button>
      )}
    </Card>
  );
}

function SentRow({ file, onGoOn }: { file: SentFile; onGoOn: () => void }) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { name, bytes, sent, state, message, draftId } = file;
  const percent = bytes > 0 ? Math.floor((sent / bytes) * 100) : 0;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3">
      <p className="min-w-0 flex-1 basis-56">
        <span className="block font-semibold [overflow-wrap:anywhere]">{name}</span>
        <span className="block text-sm text-ink-soft tabular-nums">
          {message
            ? t(message)
            : state === "queued"
              ? t("uploads.queued")
              : t("uploads.amount", { sent: formatBytes(sent, locale), total: formatBytes(bytes, locale) })}
        </span>
        {state !== "failed" && state !== "held" && (
          <progress
            aria-label={t("uploads.progressLabel", { name })}
            max={100}
            value={percent}
            className={classNames(progressLook, "mt-2 h-2 w-full")}
          />
        )}
      </p>
      {state === "asking" && (
        <>
          <TextLink {...linkTo("/creator-login")} target="_blank" reloadDocument>
            {t("uploads.signInAgain")}
          </TextLink>
          <Button type="button" size="small" onClick={onGoOn}>
            {t("uploads.goOn")}
          </Button>
        </>
      )}
      {state === "held" && (
        <ButtonLink
          {...linkTo(`/creator/upload?draft=${draftId}`)}
          // Another page, so that the files that are still on their way go on here.
          target="_blank"
          variant="secondary"
          size="small"
          aria-label={t("drafts.continueLabel", { title: name })}
        >
          {t("drafts.continue")}
        </ButtonLink>
      )}
    </li>
  );
}

function sendSeveral(files: readonly File[], onChange: (list: readonly SentFile[]) => void): SeveralUploads {
  return new SeveralUploads({
    files,
    check: (file) => checkChosenFile("video", file),
    // Loaded only when a file is to be sent.
    loadClient: () => import("tus-js-client"),
    begin: (file, id) => holdFile(file, { id, revision: 0 }),
    makeTransfer: ({ Upload }, file, uploadId, on) =>
      new FileTransfer({ file, uploadId, held: true, Upload, ...on }),
    newId: newDraftId,
    onChange,
  });
}

/** A random UUID; `crypto.randomUUID` is missing on pages that came over plain http. */
function newDraftId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
