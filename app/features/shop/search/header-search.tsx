import { Form } from "@remix-run/react";
import { useRef } from "react";
import { languageField } from "~/i18n/page-language";
import { useLocale } from "~/i18n/use-locale";
import { SearchField } from "./search-field";

/** The search in the header of pages other than the marketplace, which it leads to. */
export function HeaderSearch() {
  const field = useRef<HTMLInputElement>(null);
  const language = languageField(useLocale());
  return (
    <Form method="get" action="/marketplace" role="search" autoComplete="off" className="relative">
      {language && <input type="hidden" {...language} />}
      <SearchField field={field} />
    </Form>
  );
}

/** The same search at the end of a page on small screens, whose header has no room for it. */
export function SearchBelow() {
  return (
    <div className="px-4 pb-10 sm:hidden">
      <HeaderSearch />
    </div>
  );
}
