import { pageTexts } from "./text-group";

export const AccountTexts = pageTexts(import.meta.glob("./locales/*/account.ts"));
