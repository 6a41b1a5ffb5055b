/**
 * Aligns a button with the controls of the fields beside it: a margin of the label's height, a line of 1.6 rem and
 * the gap below it (`field-frame.tsx`). Aligning the bottom would fail when a hint or an error follows.
 */
export const besideField = "sm:mt-[1.975rem]";
