import type { ComponentPropsWithoutRef } from "react";
import { controlLook, FieldFrame, type FieldTexts, fieldWiring } from "./field-frame";

type TextAreaFieldProps = FieldTexts &
  Omit<ComponentPropsWithoutRef<"textarea">, "style" | "name"> & {
    name: string;
    /** As high as its text, where the browser can; `rows` otherwise. */
    fits?: boolean;
  };

export function TextAreaField({
  label,
  error,
  hint,
  optionalLabel,
  name,
  id,
  rows = 4,
  fits = false,
  className,
  ...rest
}: TextAreaFieldProps) {
  const { control, hintId, errorId } = fieldWiring(name, { error, hint }, id);
  return (
    <FieldFrame
      label={label}
      error={error}
      hint={hint}
      optionalLabel={optionalLabel}
      hintId={hintId}
      errorId={errorId}
      className={className}
      id={control.id}
    >
      <textarea
        {...rest}
        {...control}
        rows={rows}
        className={controlLook(error, fits ? "min-h-20 resize-y field-sizing-content" : "resize-y")}
      />
    </FieldFrame>
  );
}
