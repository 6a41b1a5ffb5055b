/**
 * For a button in a row of fields, from where they stand beside each other: it leaves free above itself what a field's label
 * takes, a line of 1.6 rem and the gap below it (`field-frame.tsx`). By its bottom it cannot stand in line: there a hint or an
 * error may follow.
 */
export const besideField = "sm:mt-[1.975rem]";
