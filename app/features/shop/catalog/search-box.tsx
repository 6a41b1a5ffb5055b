import { Form, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef } from "react";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale } from "~/i18n/use-locale";
import { SearchField } from "./search-field";
import { cleanSearch } from "./search-text";
import { marketplacePath, noFilters, type ShopFilters } from "./shop-filters";

// After the last key.
const pauseMs = 250;

/** With script it searches while typing, in one history entry. A response never changes the typed text. */
export function SearchBox({ filters = noFilters }: { filters?: ShopFilters }) {
  const { search, topic, sort, maxPrice } = filters;
  const language = languageField(useLocale());
  const linkTo = useLinkTo();
  const navigate = useNavigate();
  const { location: going } = useNavigation();
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  /** Searches without a response, in order; a new one replaces the others. */
  const sent = useRef<string[]>([]);

  const send = (replace: boolean) => {
    clearTimeout(timer.current);
    const text = cleanSearch(box.current?.value);
    sent.current.push(text);
    navigate(linkTo(marketplacePath({ ...filters, search: text })).to, { replace });
  };
  const sendTyped = useRef(() => {});
  sendTyped.current = () => {
    // A link that was pressed meanwhile wins.
    const leaving = going !== undefined && going.pathname !== "/marketplace";
    const latest = sent.current.at(-1) ?? search;
    if (!leaving && cleanSearch(box.current?.value) !== latest) send(true);
  };

  const sendSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => sendTyped.current(), pauseMs);
  }, []);

  const seen = useRef<string>();
  useEffect(() => {
    if (seen.current === search || !box.current) return;
    const isFirst = seen.current === undefined;
    seen.current = search;
    const answered = sent.current.lastIndexOf(search);
    sent.current.splice(0, answered < 0 ? sent.current.length : answered + 1);
    if (answered >= 0 || cleanSearch(box.current.value) === search) return;
    // Typed before the script arrived.
    if (isFirst) return sendSoon();
    clearTimeout(timer.current);
    box.current.value = search;
  }, [search, sendSoon]);

  useEffect(() => {
    // On a busy phone the timer could run before React reports the navigation.
    const leave = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (link && link.pathname !== "/marketplace") clearTimeout(timer.current);
    };
    document.addEventListener("click", leave, { capture: true });
    return () => {
      document.removeEventListener("click", leave, { capture: true });
      clearTimeout(timer.current);
    };
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(cleanSearch(box.current?.value) === search);
  };
  return (
    <Form
      method="get"
      action="/marketplace"
      role="search"
      autoComplete="off"
      className="relative"
      onSubmit={submit}
    >
      {language && <input type="hidden" {...language} />}
      {topic && <input type="hidden" name="topic" value={topic} />}
      {sort !== noFilters.sort && <input type="hidden" name="sort" value={sort} />}
      {maxPrice && <input type="hidden" name="maxPrice" value={maxPrice} />}
      <SearchField field={box} search={search} onInput={sendSoon} />
    </Form>
  );
}
