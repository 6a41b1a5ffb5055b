import type { FormEvent } from "react";
import { Icon } from "../icons";
import { controlLook, FieldFrame, type FieldProps, splitField } from "./field-frame";
import { plainCode } from "./plain-code";

type TextFieldProps = Omit<FieldProps<"input">, "prefix"> & {
  /** Such as "R$". Decorative: label or hint must also say it. */
  prefix?: string;
};

export function Field({ type = "text", prefix, onInput, ...props }: TextFieldProps) {
  const { frame, control } = splitField(props);
  // The browser's validation would refuse pasted characters that the server accepts.
  const isChecked = props.pattern !== undefined || type === "email" || type === "url";
  const input = (
    <input
      {...control}
      type={type}
      onInput={(event) => {
        if (isChecked) writePlainly(event);
        onInput?.(event);
      }}
      className={controlLook(frame.error, prefix ? "pl-12" : undefined)}
    />
  );
  return (
    <FieldFrame {...frame}>
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
  // An input method may still change what is being composed.
  if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) return;
  const plain = plainCode(input.value);
  if (plain !== input.value) input.value = plain;
}

type TextAreaFieldProps = FieldProps<"textarea"> & {
  /** As high as its text, if the browser can. */
  fits?: boolean;
};

export function TextAreaField({ rows = 4, fits = false, ...props }: TextAreaFieldProps) {
  const { frame, control } = splitField(props);
  return (
    <FieldFrame {...frame}>
      <textarea
        {...control}
        rows={rows}
        className={controlLook(frame.error, fits ? "min-h-20 resize-y field-sizing-content" : "resize-y")}
      />
    </FieldFrame>
  );
}

type SelectFieldProps = FieldProps<"select"> & {
  options: readonly { value: string; label: string }[];
  /** An empty first option. */
  placeholder?: string;
};

export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const { frame, control } = splitField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <select {...control} className={controlLook(frame.error, "appearance-none pr-12")}>
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
