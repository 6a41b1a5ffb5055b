import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/base/factors/proof-field";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import type { FormFields } from "~/ui/forms/form-error";

export interface RebuildFormProps {
  checkoutId: string;
  proofNeeded: boolean;
  /** Of the page's last form. */
  result: FormFields;
}

/** Requests what the checkout does not contain. */
export function RebuildForm({ checkoutId, proofNeeded, result: pageResult }: RebuildFormProps) {
  const t = useText();
  const result = pageResult.onlyIf(pageResult.typedIn("checkoutId") === checkoutId);
  const pending = useNavigation().formData?.get("checkoutId") === checkoutId;
  const kept = (name: string) => ({ ...result.field(name), id: `${name}-${checkoutId}` });
  return (
    <details className="w-full sm:w-80" open={result.failed}>
      <summary className="cursor-pointer font-semibold">{t("office.rebuild")}</summary>
      <Form method="post" className="mt-3 space-y-4">
        <p className="text-sm text-ink-faint">{t("office.rebuildText")}</p>
        <input type="hidden" name="intent" value="rebuild" />
        <input type="hidden" name="checkoutId" value={checkoutId} />
        <Field {...kept("email")} type="email" label={t("office.rebuildEmail")} required maxLength={254} />
        <Field
          {...kept("video")}
          label={t("office.rebuildVideo")}
          hint={t("office.rebuildVideoHint")}
          maxLength={300}
        />
        <ProofField needed={proofNeeded} id={`proof-${checkoutId}`} result={result} />
        <Button size="small" pending={pending}>
          {t("office.rebuildNow")}
        </Button>
      </Form>
    </details>
  );
}
