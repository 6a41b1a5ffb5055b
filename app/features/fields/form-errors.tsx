import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/use-action-result";
import { FormError } from "~/ui/form-error";

interface FormProblemProps {
  result: ReturnType<typeof useActionResult>;
  /** The fields' labels by name, in the form's order. */
  labels: Record<string, string>;
  /** After the message for the whole, such as a way out of it. */
  more?: ReactNode;
}

/**
 * What is wrong with a form, at its top: the message for the whole, or links to the fields. It takes the focus each
 * time it appears, so that nobody looks for it; without script the browser does so as the page arrives.
 */
export function FormProblem({ result: { problem, errorOf }, labels, more }: FormProblemProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) box.current?.focus();
  }, [problem]);
  if (!problem) return null;
  // The messages stand beside their fields: here, said again, they would be a wall of text on a phone.
  const errors = Object.entries(labels)
    .filter(([field]) => errorOf(field))
    .map(([field, label]) => ({ field, message: label }));
  return (
    // biome-ignore lint/a11y/noAutofocus: after a form was refused, what is wrong with it is where to begin
    <div ref={box} tabIndex={-1} autoFocus>
      <FormError errors={errors}>
        {errorOf("form") ?? t("common.checkFields")} {more}
      </FormError>
    </div>
  );
}
