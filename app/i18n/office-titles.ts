import type { MetaDescriptor } from "@remix-run/node";
import { brandName } from "~/brand";
import { officeTitles } from "./locales/pt/office-titles";

/** Returns the title of an administrators' page for `meta`. Other pages do not load these. */
export function officeTitle(title: keyof typeof officeTitles): MetaDescriptor[] {
  return [{ title: `${officeTitles[title]} · ${brandName}` }];
}
