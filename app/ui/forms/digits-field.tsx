import type { ClipboardEvent, ComponentProps, FormEvent } from "react";
import { Field } from "./field";

type DigitsFieldProps = Omit<ComponentProps<typeof Field>, "onInput" | "onPaste" | "inputMode" | "type"> & {
  max: number;
};

/** Removes spaces and dashes of a pasted number before it is cut; `maxLength` would cut digits. */
export function DigitsField({ max, ...props }: DigitsFieldProps) {
  const onInput = ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
    const caret = input.selectionStart ?? input.value.length;
    const kept = keepDigits(input.value, { caret, max });
    if (kept.value === input.value) return;
    input.value = kept.value;
    input.setSelectionRange(kept.caret, kept.caret);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { currentTarget: input } = event;
    event.preventDefault();
    const [start, end] = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
    const pasted = event.clipboardData.getData("text");
    const kept = keepDigits(input.value.slice(0, start) + pasted + input.value.slice(end), {
      caret: start + pasted.length,
      max,
    });
    input.value = kept.value;
    input.setSelectionRange(kept.caret, kept.caret);
  };
  return <Field {...props} inputMode="numeric" onInput={onInput} onPaste={onPaste} />;
}

interface KeptDigits {
  value: string;
  caret: number;
}

/** Keeps the caret after the digits it followed. */
export function keepDigits(typed: string, { caret, max }: { caret: number; max: number }): KeptDigits {
  const digits = (text: string) => text.replace(/[^0-9]/g, "");
  const value = digits(typed).slice(0, max);
  return { value, caret: Math.min(digits(typed.slice(0, caret)).length, value.length) };
}
