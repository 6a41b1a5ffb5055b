import type { ReactNode } from "react";
import { GroupTexts, loadTextGroup } from "~/i18n/text-group";

const group = loadTextGroup(
  import.meta.glob("~/i18n/locales/*/entrance/entrance.ts", { import: "entrance" }),
);

/** Adds the texts of the pages where people register, sign in, recover an account or prove that it is theirs. */
export function EntranceTexts({ children }: { children: ReactNode }) {
  return <GroupTexts group={group}>{children}</GroupTexts>;
}
