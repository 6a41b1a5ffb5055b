import { Form, useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FileField } from "~/ui/forms/file-field";

/** The form that reads a bank's statement. */
export function StatementUpload({ error }: { error: string | undefined }) {
  const t = useText();
  const busy = useNavigation().state === "submitting";
  return (
    <Card className="max-w-2xl p-5 sm:p-6">
      <Form
        method="post"
        action="/admin/payouts/statement"
        encType="multipart/form-data"
        className="space-y-5"
      >
        <FileField
          name="file"
          label={t("bankStatement.file")}
          hint={t("bankStatement.fileHint")}
          error={error}
          accept=".ofx,.csv,.txt,application/x-ofx,text/csv"
          pickerTexts={{ choose: t("bankStatement.choose"), none: t("bankStatement.none") }}
          required
        />
        <Button pending={busy} pendingLabel={t("bankStatement.sending")}>
          {t("bankStatement.send")}
        </Button>
      </Form>
    </Card>
  );
}
