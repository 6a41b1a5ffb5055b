import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup(import.meta.glob(["~/i18n/locales/*/purchases.ts", "~/i18n/locales/*/pix.ts"]));

/** Adds the texts of the purchase pages. */
export function PurchaseTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
