import { pageTexts } from "./text-group";

export const EntranceTexts = pageTexts(import.meta.glob("./locales/*/entrance.ts"));
