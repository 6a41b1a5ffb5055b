import { pageTexts } from "./text-group";

/** Registration, sign-in, recovery, and proofs that an account is one's own. */
export const EntranceTexts = pageTexts(import.meta.glob("./locales/*/entrance.ts", { import: "entrance" }));
