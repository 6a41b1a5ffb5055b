import { Form, useNavigation } from "@remix-run/react";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Icon } from "~/ui/icons";

type Result = ReturnType<typeof useActionResult>;

/** The form of a code of the second factor. */
export function CodeForm({ result }: { result: Result }) {
  const busy = useNavigation().formData !== undefined;
  const t = useText();
  const label = t("security.stepField");
  return (
    <Form method="post" className="space-y-5">
      <FormProblem result={result} labels={{ code: label }} />
      <Field
        name="code"
        label={label}
        error={result.errorOf("code")}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
      <Button className="w-full" size="large" pending={busy} pendingLabel={t("security.stepBusy")}>
        {t("security.stepButton")}
      </Button>
    </Form>
  );
}

/** The form of a person who lost the second factor. */
export function LostSecondFactor({ result }: { result: Result }) {
  const t = useText();
  return (
    <details className="group/lost mt-6" open={result.typedIn("intent") === "lost"}>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-ink-soft">
        {t("security.lost")}
        <Icon name="chevron-down" className="size-4 group-open/lost:rotate-180" />
      </summary>
      <Form method="post" className="mt-2 space-y-4">
        <input type="hidden" name="intent" value="lost" />
        <p className="text-ink-soft">{t("security.lostText")}</p>
        <Button variant="secondary">{t("security.lostAsk")}</Button>
      </Form>
    </details>
  );
}
