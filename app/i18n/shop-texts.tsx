import { pageTexts } from "./text-group";

/** Adds the texts of sales pages, reviews and creators' public pages. */
export const ShopTexts = pageTexts(import.meta.glob("./locales/*/shop.ts", { import: "shop" }));
