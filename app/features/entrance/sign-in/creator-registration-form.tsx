import { Form, useNavigation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { AcceptsTerms } from "~/features/accounts/terms/accepts-terms";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { CreatorFields } from "./creator-fields";

/** The form that registers a creator, or completes the profile of a signed-in person. */
export function CreatorRegistrationForm({ known, result }: ComponentProps<typeof CreatorFields>) {
  const navigation = useNavigation();
  const busy = navigation.formAction?.startsWith("/creator-register") || result.done;
  const t = useText();
  return (
    <Form method="post" className="space-y-5">
      <CreatorFields result={result} known={known} />
      <Button className="w-full" size="large" pending={busy} pendingLabel={t("accounts.registering")}>
        {t(known ? "accounts.completeButton" : "accounts.registerButton")}
      </Button>
      <AcceptsTerms by="signup" />
    </Form>
  );
}
