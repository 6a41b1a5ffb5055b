import { Form, useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { guestsPerProduct } from "./guest-limit";

interface GuestFormProps {
  failed: boolean;
  errorOf: (field: string) => string | undefined;
  typedIn: (field: string) => string | undefined;
}

/** The form that invites guests by their addresses. */
export function GuestForm({ failed, errorOf, typedIn }: GuestFormProps) {
  const t = useText();
  const sending = useNavigation().formData?.get("intent") === "invite";
  return (
    <Form method="post" className="space-y-5" noValidate>
      {failed && <FormError>{t("common.checkFields")}</FormError>}
      <input type="hidden" name="intent" value="invite" />
      <TextAreaField
        name="emails"
        label={t("guests.emails")}
        hint={t("guests.hint", { max: guestsPerProduct })}
        error={errorOf("emails")}
        defaultValue={typedIn("emails") ?? ""}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        rows={5}
        required
      />
      <Button pending={sending} pendingLabel={t("guests.sending")}>
        {t("guests.send")}
      </Button>
    </Form>
  );
}
