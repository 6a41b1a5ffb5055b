/** Replaces the name of an erased person; it is the same in every language, and reviews show it as no name. */
export const erasedName = "—";
