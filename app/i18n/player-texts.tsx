import { pageTexts } from "./text-group";

export const PlayerTexts = pageTexts(import.meta.glob("./locales/*/player.ts"));
