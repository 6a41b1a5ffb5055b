import { useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { FileField } from "~/ui/forms/file-field";
import { SelectField } from "~/ui/forms/select-field";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/text-link";
import { TextProofs } from "./dispute-answer";
import { evidenceFileFields } from "./evidence-files";
import type { DisputeView } from "./show-dispute.server";

/** The id of the form that the fields of this list belong to: they stand inside the form of the answer. */
export const fileFormId = "evidence-files";

interface EvidenceListProps {
  dispute: DisputeView;
  /** Whether a file is shown only after a new proof of identity: then no picture is. */
  proofNeeded: boolean;
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
}

/** The files of an answer, with the form that adds or removes one while the dispute can be answered. */
export function EvidenceList({ dispute, proofNeeded, result }: EvidenceListProps) {
  const t = useText();
  const sending = useNavigation().formData;
  const { files, answerable } = dispute;
  const free = evidenceFileFields.filter((field) => !files.some((file) => file.field === field));
  const addressOf = (field: string) => `/admin/disputes/${dispute.id}/files/${field}`;
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence" className="text-2xl">
        {t("disputes.proofsTitle")}
      </h2>
      {answerable && <p className="mt-1 text-ink-soft">{t("disputes.gathered")}</p>}
      <ul className="mt-4 divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {answerable && !files.some(({ field }) => field === "receipt") && (
          <li>
            <label className="flex min-h-16 items-center gap-4 px-4 py-3">
              <EvidenceThumbnail src={undefined} type="application/pdf" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{t("disputes.fileFields.receipt")}</span>
                <span className="text-sm text-ink-soft">{t("disputes.attachReceipt")}</span>
              </span>
              <input
                type="checkbox"
                name="receipt"
                value="1"
                defaultChecked
                className="mx-2 size-5 shrink-0 accent-forest"
              />
            </label>
          </li>
        )}
        {files.map(({ field, name, type, size }) => (
          <li key={field} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <EvidenceThumbnail src={proofNeeded ? undefined : addressOf(field)} type={type} />
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-semibold">{t(`disputes.fileFields.${field}`)}</p>
              <p className="text-sm [overflow-wrap:anywhere] text-ink-soft">
                {name} · {fileTypeNames[type]}, {size}
              </p>
            </div>
            <div className="flex items-center gap-3">
              <TextLink
                to={addressOf(field)}
                reloadDocument
                target="_blank"
                rel="noopener"
                aria-label={t("disputes.viewOf", { name })}
                className="inline-flex min-h-11 items-center px-2"
              >
                {t("disputes.view")}
              </TextLink>
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
            </div>
          </li>
        ))}
        <TextProofs dispute={dispute} result={result} />
        {answerable && (
          // Remounted with each change, so that an attached file is no longer chosen.
          <li key={files.map(({ field, name }) => `${field} ${name}`).join()}>
            <details open={result.errorOf("file") ? true : undefined}>
              <summary className="flex min-h-16 cursor-pointer items-center gap-4 px-4 py-3">
                <span className="flex h-14 w-18 shrink-0 items-center justify-center rounded-[0.5rem] border border-dashed border-line-strong">
                  <Icon name="upload" />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{t("disputes.fileMore")}</span>
                  <span className="text-sm text-ink-soft">{t("disputes.filesText")}</span>
                </span>
                <span className={buttonLook("secondary", "small", "shrink-0 max-sm:hidden")}>
                  {t("disputes.fileUpload")}
                </span>
              </summary>
              <div className="grid px-4 pb-4 items-start gap-4 sm:grid-cols-2">
                <SelectField
                  form={fileFormId}
                  name="field"
                  label={t("disputes.fileKind")}
                  defaultValue={
                    result.typedIn("field") ??
                    free.find((field) => field !== "receipt") ??
                    free[0] ??
                    "uncategorized_file"
                  }
                  options={evidenceFileFields.map((field) => {
                    const kind = t(`disputes.fileFields.${field}`);
                    return {
                      value: field,
                      label: free.includes(field) ? kind : t("disputes.replaces", { kind }),
                    };
                  })}
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
            </details>
          </li>
        )}
      </ul>
    </section>
  );
}

const fileTypeNames = { "application/pdf": "PDF", "image/jpeg": "JPEG", "image/png": "PNG" } as const;

/** A file in small: a picture as the provider stores it, or a sheet with its type for a document or without `src`. */
function EvidenceThumbnail({ src, type }: { src: string | undefined; type: keyof typeof fileTypeNames }) {
  const frame = "flex h-14 w-18 shrink-0 items-center justify-center overflow-hidden rounded-[0.5rem]";
  if (type === "application/pdf" || src === undefined)
    return (
      <span aria-hidden="true" className={`${frame} border border-line bg-sunken`}>
        <span className="flex h-11 w-8 items-end justify-center rounded-[0.2rem] border border-line bg-surface pb-1 text-xs font-bold text-ink-soft">
          {fileTypeNames[type]}
        </span>
      </span>
    );
  return (
    <img src={src} alt="" loading="lazy" className={`${frame} border border-line bg-sunken object-cover`} />
  );
}
