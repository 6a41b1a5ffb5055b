import { useNavigate } from "@remix-run/react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import type { Suggestion } from "./search-suggestions";
import { cleanSearch } from "./search-text";

export interface SuggestionListProps {
  field: RefObject<HTMLInputElement>;
}

const suggestionsPath = "/marketplace/suggestions";

// After the last key; the shortest text.
const pauseMs = 150;
const minLength = 2;

const icons = { title: "video", creator: "user", topic: "search" } as const;

/** A combobox: arrow keys choose, Enter opens, Escape closes. Empty after a failed request. */
export function SuggestionList({ field }: SuggestionListProps) {
  const id = useId();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const navigate = useNavigate();
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([]);
  const [chosen, setChosen] = useState(-1);
  const close = () => {
    setSuggestions([]);
    setChosen(-1);
  };
  const open = suggestions.length > 0;

  const state = useRef({ suggestions, chosen });
  state.current = { suggestions, chosen };
  const go = useRef((_: Suggestion) => {});
  go.current = ({ path }) => {
    close();
    field.current?.blur();
    navigate(linkTo(path).to);
  };

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    let timer: ReturnType<typeof setTimeout>;
    let request = new AbortController();
    const stop = () => {
      clearTimeout(timer);
      request.abort();
    };
    const shut = () => {
      stop();
      setSuggestions([]);
      setChosen(-1);
    };
    const ask = async () => {
      const search = cleanSearch(input.value);
      if (search.length < minLength) return shut();
      request = new AbortController();
      const { signal } = request;
      const query = new URLSearchParams({ q: search });
      const language = languageField(locale);
      if (language) query.set(language.name, language.value);
      try {
        const response = await fetch(`${suggestionsPath}?${query}`, { signal });
        const loaded = response.ok ? ((await response.json()) as Suggestion[]) : [];
        if (signal.aborted) return;
        setSuggestions(loaded);
        setChosen(-1);
      } catch {
        if (!signal.aborted) shut();
      }
    };
    const askSoon = () => {
      stop();
      timer = setTimeout(ask, pauseMs);
    };
    const press = (event: KeyboardEvent) => {
      const { suggestions, chosen } = state.current;
      if (event.key === "Escape" && suggestions.length > 0) {
        event.preventDefault();
        return shut();
      }
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        if (suggestions.length === 0) return;
        event.preventDefault();
        const places = suggestions.length + 1;
        const step = event.key === "ArrowDown" ? 1 : -1;
        return setChosen(((chosen + 1 + step + places) % places) - 1);
      }
      const suggestion = suggestions[chosen];
      if (event.key === "Enter" && suggestion) {
        event.preventDefault();
        return go.current(suggestion);
      }
      if (event.key === "Enter") shut();
    };
    input.addEventListener("input", askSoon);
    input.addEventListener("keydown", press);
    input.addEventListener("blur", shut);
    return () => {
      stop();
      input.removeEventListener("input", askSoon);
      input.removeEventListener("keydown", press);
      input.removeEventListener("blur", shut);
    };
  }, [field, locale]);

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", id);
    input.setAttribute("aria-expanded", String(open));
    if (chosen < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `${id}-${chosen}`);
  }, [field, id, open, chosen]);

  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={field.current?.getAttribute("aria-label") ?? undefined}
      hidden={!open}
      className="absolute inset-x-0 top-full z-40 mt-1 overflow-hidden rounded-control border border-line bg-surface py-1 shadow-lifted"
    >
      {suggestions.map((suggestion, at) => (
        <div
          key={suggestion.path}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          // Keeps the focus in the field: its blur would close the list before the click.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => go.current(suggestion)}
          onKeyDown={undefined}
          className={classNames(
            "flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 hover:bg-sunken",
            at === chosen && "bg-sunken",
          )}
        >
          <Icon name={icons[suggestion.kind]} className="size-4 shrink-0 text-ink-soft" />
          <span className="truncate">{suggestion.label}</span>
        </div>
      ))}
    </div>
  );
}
