import { pageTexts } from "./text-group";

/** Adds the texts of what a person has: library, purchases, gifts, saved videos and certificates. */
export const LearningTexts = pageTexts(import.meta.glob(["./locales/*/learning.ts", "./locales/*/pix.ts"]));
