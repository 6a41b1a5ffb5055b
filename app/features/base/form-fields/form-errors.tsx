import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { FormError } from "~/ui/forms/form-error";

interface FormProblemProps {
  result: ReturnType<typeof useActionResult>;
  /** By field name, in the form's order. */
  labels: Record<string, string>;
  more?: ReactNode;
}

/** The form's message, or links to the fields. Receives the focus when it appears, also without script. */
export function FormProblem({ result: { problem, errorOf }, labels, more }: FormProblemProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) box.current?.focus();
  }, [problem]);
  if (!problem) return null;
  // Only links: the messages appear beside the fields.
  const errors = Object.entries(labels)
    .filter(([field]) => errorOf(field))
    .map(([field, label]) => ({ field, message: label }));
  return (
    // biome-ignore lint/a11y/noAutofocus: the errors are where to continue after a refused form
    <div ref={box} tabIndex={-1} autoFocus>
      <FormError errors={errors}>
        {errorOf("form") ?? t("common.checkFields")} {more}
      </FormError>
    </div>
  );
}
