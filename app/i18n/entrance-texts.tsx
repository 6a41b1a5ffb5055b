import { pageTexts } from "./text-group";

/** Adds the texts of the pages where people register, sign in, recover an account or prove that it is theirs. */
export const EntranceTexts = pageTexts(import.meta.glob("./locales/*/entrance.ts", { import: "entrance" }));
