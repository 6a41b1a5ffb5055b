export interface KeptDigits {
  value: string;
  /** Position of the caret in `value`, in characters. */
  caret: number;
}

/** Returns the first `max` digits of a text, with the caret after the digits it followed. */
export function keepDigits(typed: string, { caret, max }: { caret: number; max: number }): KeptDigits {
  const digits = (text: string) => text.replace(/[^0-9]/g, "");
  const value = digits(typed).slice(0, max);
  return { value, caret: Math.min(digits(typed.slice(0, caret)).length, value.length) };
}
