import { useText } from "~/i18n/use-locale";
import { PasskeyButton } from "./passkey-button";

interface PasskeySignInProps {
  entrance: "consumer" | "creator" | "admin";
  /** More fields of the form, such as `redirectTo`. */
  fields?: Record<string, string>;
}

/** Signs in by a passkey, without e-mail and password. Stands below a login form. */
export function PasskeySignIn({ entrance, fields }: PasskeySignInProps) {
  const t = useText();
  return (
    <PasskeyButton
      purpose="signIn"
      action="/passkeys/sign-in"
      fields={{ ...fields, entrance }}
      label={t("accounts.passkeyUse")}
      variant="quiet"
      className="mt-3"
    />
  );
}
