import { Form, useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Field, TextAreaField } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { messageMaxLength, shortTextMaxLength } from "./support-form";

interface SupportFieldsProps {
  form: { id: string; email: string; purchase: string; code: string };
  result: ReturnType<typeof useActionResult>;
}

export function SupportFields({ form, result }: SupportFieldsProps) {
  const t = useText();
  const { errorOf, typedIn, field } = result;
  const busy = useNavigation().state === "submitting";
  return (
    <Form method="post" className="space-y-5">
      <p className="text-ink-soft">{t("support.intro")}</p>
      <FormError>{errorOf("form") ?? errorOf("id")}</FormError>
      <input type="hidden" name="id" value={typedIn("id") ?? form.id} />
      <Field
        {...field("email", form.email)}
        type="email"
        label={t("support.email")}
        hint={t("support.emailHint")}
        autoComplete="email"
        maxLength={254}
        required
      />
      <TextAreaField
        {...field("message")}
        rows={6}
        label={t("support.message")}
        maxLength={messageMaxLength}
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...field("purchase", form.purchase)}
          label={t("support.purchase")}
          hint={t("support.purchaseHint")}
          optionalLabel={t("common.optional")}
          maxLength={shortTextMaxLength}
          autoComplete="off"
        />
        <Field
          {...field("code", form.code)}
          label={t("support.code")}
          hint={t("support.codeHint")}
          optionalLabel={t("common.optional")}
          maxLength={shortTextMaxLength}
          autoComplete="off"
        />
      </div>
      {/* A trap for programs that fill in every field. */}
      <div hidden>
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Button size="large" pending={busy} pendingLabel={t("support.sending")}>
        {t("support.send")}
      </Button>
    </Form>
  );
}
