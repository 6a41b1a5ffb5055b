/** The text and caret of a field after everything but digits is removed. */
export interface KeptDigits {
  value: string;
  /** Position of the caret in `value`, in characters. */
  caret: number;
}

/** Returns the digits of a typed text, at most `max`, with the caret after the digits that it followed. */
export function keepDigits(typed: string, { caret, max }: { caret: number; max: number }): KeptDigits {
  const digits = (text: string) => text.replace(/[^0-9]/g, "");
  const value = digits(typed).slice(0, max);
  return { value, caret: Math.min(digits(typed.slice(0, caret)).length, value.length) };
}
