import type { ComponentPropsWithoutRef } from "react";
import { Icon } from "../icons";
import { controlLook, FieldFrame, type FieldTexts, fieldWiring } from "./field-frame";

type SelectFieldProps = FieldTexts &
  Omit<ComponentPropsWithoutRef<"select">, "style" | "name" | "children"> & {
    name: string;
    options: readonly { value: string; label: string }[];
    /** An empty first option, such as "Escolha…". */
    placeholder?: string;
  };

export function SelectField({
  label,
  error,
  hint,
  optionalLabel,
  name,
  id,
  options,
  placeholder,
  className,
  ...rest
}: SelectFieldProps) {
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
      <div className="relative">
        <select {...rest} {...control} className={controlLook(error, "appearance-none pr-12")}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-ink-soft"
        />
      </div>
    </FieldFrame>
  );
}
