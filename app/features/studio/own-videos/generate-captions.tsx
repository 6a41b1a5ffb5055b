import { Form } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { SelectField } from "~/ui/forms/select-field";
import { Notice } from "~/ui/notice";

/** Orders captions of the video's sound at the streaming service. `ordered`: the language of the last order. */
export function GenerateCaptions({
  ordered,
  languages,
  language,
  problem,
  pending,
}: {
  ordered: { name: string; failed: boolean | null } | null;
  languages: { value: string; label: string }[];
  language: string;
  problem: string | undefined;
  pending: boolean;
}) {
  const t = useText();
  if (ordered && !ordered.failed)
    return (
      <Notice tone="info" className="mt-10" title={t("creator.captionsBeingMade")}>
        {t("creator.captionsBeingMadeIn", { language: ordered.name })}
      </Notice>
    );
  return (
    <Form method="post" encType="multipart/form-data" className="mt-10 space-y-6">
      <h2 className="text-xl">{t("creator.captionsGenerate")}</h2>
      <p className="text-ink-soft">{t("creator.captionsGenerateHint")}</p>
      {ordered && <Notice tone="danger">{t("creator.captionsNotMade", { language: ordered.name })}</Notice>}
      <input type="hidden" name="intent" value="generate" />
      <SelectField
        name="language"
        id="generated-language"
        label={t("creator.captionsSpoken")}
        error={problem}
        defaultValue={language}
        options={languages}
      />
      <Button variant="secondary" size="large" className="w-full" pending={pending}>
        {t("creator.captionsGenerate")}
      </Button>
    </Form>
  );
}
