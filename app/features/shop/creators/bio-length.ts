/** The longest text of a creator about themselves, in characters. */
export const bioMaxLength = 600;
