import type { ComponentPropsWithoutRef, FormEvent } from "react";
import { controlLook, FieldFrame, type FieldTexts, fieldWiring } from "./field-frame";
import { plainCode } from "./plain-code";

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
  onInput,
  ...rest
}: FieldProps) {
  const { control, hintId, errorId } = fieldWiring(name, { error, hint }, id);
  // The browser's own check would refuse pasted characters that the server understands.
  const isChecked = rest.pattern !== undefined || type === "email" || type === "url";
  const input = (
    <input
      {...rest}
      {...control}
      type={type}
      onInput={(event) => {
        if (isChecked) writePlainly(event);
        onInput?.(event);
      }}
      className={controlLook(error, prefix ? "pl-12" : undefined)}
    />
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

function writePlainly({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>) {
  // An input method may still change what it has begun.
  if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return;
  const plain = plainCode(input.value);
  if (plain !== input.value) input.value = plain;
}
