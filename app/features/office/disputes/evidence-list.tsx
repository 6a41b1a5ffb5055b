import { useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { FileField } from "~/ui/forms/file-field";
import { SelectField } from "~/ui/forms/select-field";
import { evidenceFileFields } from "./evidence-files";
import type { DisputeView } from "./show-dispute.server";

/** The id of the form that the fields of this list belong to: they stand inside the form of the answer. */
export const fileFormId = "evidence-files";

interface EvidenceListProps {
  dispute: DisputeView;
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
}

/** The files of an answer, with the form that adds or removes one while the dispute can be answered. */
export function EvidenceList({ dispute, result }: EvidenceListProps) {
  const t = useText();
  const sending = useNavigation().formData;
  const { files, answerable } = dispute;
  const free = evidenceFileFields.filter((field) => !files.some((file) => file.field === field));
  if (!answerable && files.length === 0) return null;
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence" className="text-2xl">
        {t("disputes.files")}
      </h2>
      {answerable && <p className="mt-1 text-ink-soft">{t("disputes.filesText")}</p>}
      {files.length > 0 && (
        <ul className="mt-4 divide-y divide-line rounded-card border border-line bg-surface">
          {files.map(({ field, name, size }) => (
            <li key={field} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-semibold">{t(`disputes.fileFields.${field}`)}</p>
                <p className="text-sm [overflow-wrap:anywhere] text-ink-soft">
                  {name}, {size}
                </p>
              </div>
              {answerable && (
                <Button
                  form={fileFormId}
                  name="remove"
                  value={field}
                  variant="secondary"
                  size="small"
                  aria-label={t("disputes.removeOf", { name })}
                  pending={sending?.get("remove") === field}
                >
                  {t("disputes.remove")}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {answerable && !files.some(({ field }) => field === "receipt") && (
        <label className="mt-3 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="receipt"
            value="1"
            defaultChecked
            className="size-5 shrink-0 accent-forest"
          />
          {t("disputes.attachReceipt")}
        </label>
      )}
      {answerable && free.length > 0 && (
        // Remounted with each change, so that an attached file is no longer chosen.
        <div
          key={files.map(({ field, name }) => `${field} ${name}`).join()}
          className="mt-4 grid items-start gap-4 sm:grid-cols-2"
        >
          <SelectField
            form={fileFormId}
            name="field"
            label={t("disputes.fileKind")}
            defaultValue={free.find((field) => field !== "receipt") ?? free[0]}
            options={free.map((field) => ({ value: field, label: t(`disputes.fileFields.${field}`) }))}
          />
          <FileField
            form={fileFormId}
            name="file"
            label={t("disputes.file")}
            hint={t("disputes.fileHint")}
            error={result.errorOf("file")}
            accept="application/pdf,image/jpeg,image/png"
            pickerTexts={{ choose: t("disputes.fileChoose"), none: t("disputes.fileNone") }}
          />
          <Button
            form={fileFormId}
            variant="secondary"
            className="sm:col-start-1 sm:w-fit"
            pending={sending?.has("file") && !sending.get("remove")}
            pendingLabel={t("disputes.fileSending")}
          >
            {t("disputes.fileSend")}
          </Button>
        </div>
      )}
    </section>
  );
}
