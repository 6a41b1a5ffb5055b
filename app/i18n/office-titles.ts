import type { MetaDescriptor } from "@remix-run/node";
import { brandName } from "~/brand";
import { officeTitles } from "./locales/pt/office-titles";

export function officeTitle(title: keyof typeof officeTitles): MetaDescriptor[] {
  return [{ title: `${officeTitles[title]} · ${brandName}` }];
}
