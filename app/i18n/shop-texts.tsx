import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "./text-group";

const group = loadTextGroup(import.meta.glob("~/i18n/locales/*/shop.ts", { import: "shop" }));

/** Adds the texts of sales pages, reviews and creators' public pages. */
export function ShopTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
