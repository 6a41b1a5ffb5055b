/** Replaces an erased person's name; reviews show it as no name. */
export const erasedName = "—";
