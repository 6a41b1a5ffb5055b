import { useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import type { EvidenceField } from "~/integrations/payments/payments";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/forms/field";
import { FileField } from "~/ui/forms/file-field";
import type { FormFields } from "~/ui/forms/form-error";
import { Icon, type IconName } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { buttonLook } from "~/ui/looks";
import { type AnswerProps, AnswerText } from "./dispute-answer";
import { evidenceFileFields, type TextProof, textProofNames, textProofs } from "./evidence";
import type { DisputeView } from "./show-dispute.server";

/** The fields are inside the answer's form, but belong to this one. */
export const fileFormId = "evidence-files";

interface EvidenceListProps {
  dispute: DisputeView;
  /** Files and pictures require a recent proof of identity. */
  proofNeeded: boolean;
  result: FormFields;
}

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
      {answerable && <input type="hidden" name="ticks" value="1" />}
      <ul className="mt-4 divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {answerable && !files.some(({ field }) => field === "receipt") && (
          <li className={proofRow}>
            <ProofTick
              name="receipt"
              label={t("disputes.fileFields.receipt")}
              ticked={result.typedIn("ticks") === undefined || result.typedIn("receipt") === "1"}
            />
            <div className="flex min-h-16 min-w-0 flex-1 items-center gap-4 py-3">
              <EvidenceThumbnail src={undefined} type="application/pdf" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{t("disputes.fileFields.receipt")}</span>
                <span className="text-sm text-ink-soft">{t("disputes.attachReceipt")}</span>
              </span>
            </div>
          </li>
        )}
        {files.map(({ field, name, type, size }) => (
          <li key={field} className={proofRow}>
            <ProofSent />
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2 py-3">
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
            </div>
          </li>
        ))}
        <TextProofs dispute={dispute} result={result} />
        {answerable && (
          // Remounted after each change, to clear the chosen file.
          <li key={files.map(({ field, name }) => `${field} ${name}`).join()}>
            <details open={result.errorOf("file") ? true : undefined}>
              <summary className="flex min-h-16 cursor-pointer items-center gap-4 py-3 pr-4 pl-4 sm:pl-14">
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

const proofIcons: Record<TextProof, IconName> = { access: "play", product: "video", buyer: "user" };

function TextProofs({ dispute, result }: AnswerProps) {
  const t = useText();
  const textOf = (field: EvidenceField) => dispute.texts.find((known) => known.field === field)?.text;
  const refused = result.typedIn("ticks") !== undefined;
  return textProofNames.map((name) => {
    const fields: readonly EvidenceField[] = textProofs[name];
    const summary = fields
      .map((field) => textOf(field))
      .filter(Boolean)
      .join(", ");
    if (summary === "" && !dispute.answerable) return null;
    return (
      <li key={name} className={proofRow}>
        {dispute.answerable ? (
          <ProofTick
            name={`proof_${name}`}
            label={t(`disputes.proofs.${name}`)}
            ticked={refused ? result.typedIn(`proof_${name}`) === "1" : !dispute.unticked.includes(name)}
          />
        ) : (
          <ProofSent />
        )}
        <details className="min-w-0 grow" open={fields.some((field) => result.errorOf(field)) || undefined}>
          <summary className="flex min-h-16 cursor-pointer items-center gap-4 py-3">
            <span className="flex h-14 w-18 shrink-0 items-center justify-center max-sm:hidden rounded-[0.5rem] border border-line bg-sunken">
              <Icon name={proofIcons[name]} className="size-6 text-ink-soft" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{t(`disputes.proofs.${name}`)}</span>
              <span className="line-clamp-1 text-sm text-ink-soft [overflow-wrap:anywhere]">{summary}</span>
            </span>
            <span className="shrink-0 px-2 font-semibold underline underline-offset-4">
              {t("disputes.view")}
            </span>
          </summary>
          <div className="space-y-4 pb-4">
            {fields.map((field) => (
              <AnswerText key={field} dispute={dispute} result={result} field={field} />
            ))}
          </div>
        </details>
      </li>
    );
  });
}

const proofRow = "flex items-start gap-x-1 pr-4 pl-2";

function ProofTick({ name, label, ticked }: { name: string; label: string; ticked: boolean }) {
  const t = useText();
  return (
    <label className="flex h-20 w-11 shrink-0 cursor-pointer items-center justify-center">
      <input type="checkbox" name={name} value="1" defaultChecked={ticked} className="size-5 accent-forest" />
      <span className="sr-only">{t("disputes.sendProof", { name: label })}</span>
    </label>
  );
}

/** Replaces the tick of an attached or sent proof. */
function ProofSent() {
  return (
    <span aria-hidden="true" className="flex h-20 w-11 shrink-0 items-center justify-center text-forest-ink">
      <Icon name="check" className="size-5" />
    </span>
  );
}

const fileTypeNames = { "application/pdf": "PDF", "image/jpeg": "JPEG", "image/png": "PNG" } as const;

/** A picture, or a sheet with its type for a document or without `src`. */
function EvidenceThumbnail({ src, type }: { src: string | undefined; type: keyof typeof fileTypeNames }) {
  const frame =
    "flex h-14 w-18 shrink-0 items-center justify-center max-sm:hidden overflow-hidden rounded-[0.5rem]";
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
