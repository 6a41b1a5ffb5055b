import { pageTexts } from "./text-group";

/** Adds the texts of one's account: its page, its security, recent changes and one's own data. */
export const AccountTexts = pageTexts(import.meta.glob("./locales/*/account.ts"));
