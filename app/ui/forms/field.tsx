import type { ComponentPropsWithoutRef } from "react";
import { controlLook, FieldFrame, type FieldTexts, fieldWiring } from "./field-frame";

type FieldProps = FieldTexts &
  Omit<ComponentPropsWithoutRef<"input">, "style" | "name" | "prefix"> & {
    name: string;
    /** Fixed text at the control's left edge, such as "R$". Decorative: label or hint must also say it. */
    prefix?: string;
  };

export function Field({
  label,
  error,
  hint,
  optionalLabel,
  name,
  id,
  type = "text",
  prefix,
  className,
  ...rest
}: FieldProps) {
  const { control, hintId, errorId } = fieldWiring(name, { error, hint }, id);
  const input = (
    <input {...rest} {...control} type={type} className={controlLook(error, prefix ? "pl-12" : undefined)} />
  );
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
      {prefix ? (
        <div className="relative">
          <span aria-hidden="true" className="absolute inset-y-0 left-4 flex items-center text-ink-faint">
            {prefix}
          </span>
          {input}
        </div>
      ) : (
        input
      )}
    </FieldFrame>
  );
}
