import { Form } from "@remix-run/react";
import { type ComponentType, type RefObject, useRef, useState } from "react";
import { languageField } from "~/i18n/page-language";
import { useLocale, useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { searchMaxLength } from "./search-text";
import type { SuggestionListProps } from "./suggestion-list";

interface SearchFieldProps {
  field: RefObject<HTMLInputElement>;
  search?: string;
  onInput?: () => void;
}

/** With script it suggests titles, creators and topics. */
export function SearchField({ field, search, onInput }: SearchFieldProps) {
  const t = useText();
  const [List, setList] = useState<ComponentType<SuggestionListProps>>();
  // Loaded at the first focus: sales pages have no script for it. Without it the form searches.
  const loadList = () => {
    if (!List)
      import("./suggestion-list").then(
        (loaded) => setList(() => loaded.SuggestionList),
        () => {},
      );
  };
  return (
    <>
      <input
        ref={field}
        type="search"
        name="q"
        defaultValue={search}
        onInput={onInput}
        onFocus={loadList}
        maxLength={searchMaxLength}
        autoComplete="off"
        aria-label={t("marketplace.search")}
        placeholder={t("marketplace.search")}
        className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface pr-13 pl-4 text-base placeholder:text-ink-faint hover:border-ink-soft"
      />
      <button
        type="submit"
        aria-label={t("marketplace.searchButton")}
        className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-control text-ink-soft hover:text-ink"
      >
        <Icon name="search" />
      </button>
      {List && <List field={field} />}
    </>
  );
}

/** For other pages; leads to the marketplace. */
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

/** For the end of a page: headers of small screens have no room. */
export function SearchBelow() {
  return (
    <div className="px-4 pb-10 sm:hidden">
      <HeaderSearch />
    </div>
  );
}
