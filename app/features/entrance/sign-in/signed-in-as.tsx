import { Form } from "@remix-run/react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";

/** Lets a person who signed in with the wrong account sign out. */
export function SignedInAs({ email }: { email: string }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <Form method="post" action={linkTo("/logout").to} navigate={false}>
      <p className="break-words">{t("accounts.signedInAs", { email })}</p>
      <Button variant="secondary" size="small" className="mt-3">
        {t("accounts.useOther")}
      </Button>
    </Form>
  );
}
