import { Form, useNavigation } from "@remix-run/react";
import { useKnownViewer } from "~/features/accounts/accounts/use-known-viewer";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";

/** Its form posts to the current page. */
export function ConfirmEmailNotice({ email, error }: { email: string; error?: string }) {
  const busy = useNavigation().formData?.get("intent") === "send-confirmation";
  const isCreator = useKnownViewer()?.isCreator;
  const t = useText();
  return (
    <Notice tone="warn" title={t("accountPage.unconfirmedTitle")}>
      <p className="break-words">
        {t("accountPage.unconfirmedText", { email })} {isCreator && t("accountPage.unconfirmedCreator")}
      </p>
      {error && (
        <p role="alert" className="mt-2 font-semibold">
          {error}
        </p>
      )}
      <Form method="post" className="mt-3">
        <input type="hidden" name="intent" value="send-confirmation" />
        <Button variant="secondary" pending={busy}>
          {t("accountPage.sendConfirmation")}
        </Button>
      </Form>
    </Notice>
  );
}
