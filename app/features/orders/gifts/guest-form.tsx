import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { guestsPerProduct } from "./guest-limits";

interface GuestFormProps {
  failed: boolean;
  /** The request failed on the network. */
  unsent: boolean;
  errorOf: (field: string) => string | undefined;
  typedIn: (field: string) => string | undefined;
}

/** The form that invites guests by their addresses. */
export function GuestForm({ failed, unsent, errorOf, typedIn }: GuestFormProps) {
  const t = useText();
  const sending = useNavigation().formData?.get("intent") === "invite";
  const form = useRef<HTMLFormElement>(null);
  const wasSending = useRef(false);
  // Who was invited is in the list now, and would be invited again by a second press.
  useEffect(() => {
    if (wasSending.current && !sending && !failed && !unsent) form.current?.reset();
    wasSending.current = sending;
  }, [sending, failed, unsent]);
  return (
    <Form ref={form} method="post" className="space-y-5" noValidate>
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
