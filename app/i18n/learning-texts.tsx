import { pageTexts } from "./text-group";

export const LearningTexts = pageTexts(import.meta.glob(["./locales/*/learning.ts", "./locales/*/pix.ts"]));
