import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/base/factors/proof-field";
import { thumbnailMimeTypes } from "~/features/base/files/accepted-files";
import { usePickerTexts } from "~/features/base/files/use-picker-texts";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field, TextAreaField } from "~/ui/forms/field";
import { FileField } from "~/ui/forms/file-field";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import type { findCreator } from "./creators.queries.server";
import { bioMaxLength, handleMaxLength } from "./profile-rules";

interface ProfileFieldsProps {
  creator: Omit<NonNullable<Awaited<ReturnType<typeof findCreator>>>, "user_id">;
  host: string;
  proofNeeded: boolean;
  answer: { errors: Record<string, unknown>; values: Record<string, string> } | undefined;
  result: FormFields;
}

export function ProfileFields({ creator, host, proofNeeded, answer, result }: ProfileFieldsProps) {
  const { errorOf, field } = result;
  const t = useText();
  const pickerTexts = usePickerTexts();
  const navigation = useNavigation();
  const busy = navigation.formMethod === "POST" ? navigation.formData?.get("intent") : undefined;
  const failed = answer && Object.keys(answer.errors).length > 0;
  return (
    <Form method="post" encType="multipart/form-data" className="max-w-2xl space-y-6">
      {failed && <FormError>{errorOf("form") ?? t("common.checkFields")}</FormError>}
      <Field
        {...field("handle", creator.handle)}
        label={t("creators.handle")}
        hint={t("creators.handleHint", { start: `${host}/creators/` })}
        maxLength={handleMaxLength + 1}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextAreaField
        {...field("bio", creator.bio)}
        label={t("creators.bio")}
        hint={t("creators.bioHint")}
        optionalLabel={`(${t("common.optional")})`}
        rows={5}
        maxLength={bioMaxLength}
      />
      <TextAreaField
        {...field("links", creator.links.join("\n"))}
        label={t("creators.links")}
        hint={t("creators.linksHint")}
        optionalLabel={`(${t("common.optional")})`}
        rows={3}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FileField
        name="portrait"
        label={t("creators.portrait")}
        hint={t("creators.portraitHint")}
        error={errorOf("portrait")}
        accept={thumbnailMimeTypes.join(",")}
        pickerTexts={pickerTexts}
      />
      <div>
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            type="checkbox"
            name="marksPlayback"
            defaultChecked={answer ? answer.values.marksPlayback === "on" : creator.marks_playback}
            aria-describedby="marks-hint"
            className="size-5 accent-forest"
          />
          {t("creators.marks")}
        </label>
        <p id="marks-hint" className="mt-1 text-sm text-ink-soft">
          {t("creators.marksHint")}
        </p>
      </div>
      <ProofField needed={proofNeeded} result={result} onlyFor={t("creators.handleProof")} />
      <div className="flex flex-wrap gap-3">
        <Button
          size="large"
          pending={busy !== undefined && busy !== "preview"}
          pendingLabel={t("creators.saving")}
        >
          {t("creators.save")}
        </Button>
        <Button name="intent" value="preview" size="large" variant="secondary" pending={busy === "preview"}>
          {t("creators.showPreview")}
        </Button>
      </div>
    </Form>
  );
}
