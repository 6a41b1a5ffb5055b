import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "./text-group";

const group = loadTextGroup({
  pt: () => import("./locales/pt/shop").then(({ shop }) => shop),
  en: () => import("./locales/en/shop").then(({ shop }) => shop),
});

/** Adds the texts of sales pages, reviews and creators' public pages. */
export function ShopTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
