import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup({
  pt: () => import("~/i18n/locales/pt/entrance/entrance").then(({ entrance }) => entrance),
  en: () => import("~/i18n/locales/en/entrance/entrance").then(({ entrance }) => entrance),
});

/** Adds the texts of the pages where people register, sign in, recover an account or prove that it is theirs. */
export function EntranceTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
