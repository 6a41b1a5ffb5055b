import { pageTexts } from "./text-group";

export const ShopTexts = pageTexts(import.meta.glob("./locales/*/shop.ts", { import: "shop" }));
