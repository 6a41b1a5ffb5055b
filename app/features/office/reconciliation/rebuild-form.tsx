import { Form, useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";

/** Asks for what the checkout of an unknown sale does not say, and makes the sale again. */
export function RebuildForm({ checkoutId }: { checkoutId: string }) {
  const t = useText();
  const pending = useNavigation().formData?.get("checkoutId") === checkoutId;
  return (
    <details className="w-full sm:w-80">
      <summary className="cursor-pointer font-semibold">{t("office.rebuild")}</summary>
      <Form method="post" className="mt-3 space-y-4">
        <p className="text-sm text-ink-faint">{t("office.rebuildText")}</p>
        <input type="hidden" name="intent" value="rebuild" />
        <input type="hidden" name="checkoutId" value={checkoutId} />
        <Field
          name="email"
          id={`email-${checkoutId}`}
          type="email"
          label={t("office.rebuildEmail")}
          required
          maxLength={254}
        />
        <Field
          name="video"
          id={`video-${checkoutId}`}
          label={t("office.rebuildVideo")}
          hint={t("office.rebuildVideoHint")}
          maxLength={300}
        />
        <Button size="small" pending={pending}>
          {t("office.rebuildNow")}
        </Button>
      </Form>
    </details>
  );
}
