import { Form, useSubmit } from "@remix-run/react";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/looks";
import {
  isList,
  type LibraryFilters,
  libraryGroups,
  libraryPath,
  librarySearchLength,
  librarySorts,
} from "./library-filters";
import type { Counts } from "./show-library.server";

interface LibraryHeadProps {
  filters: LibraryFilters;
  counts: Counts;
  isSaved?: boolean;
}

export function LibraryHead({ filters, counts, isSaved = false }: LibraryHeadProps) {
  const t = useText();
  const number = libraryGroups.reduce(
    (sum, group) => sum + (group === "other" ? 0 : (counts[group] ?? 0)),
    0,
  );
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-[2.125rem] sm:text-5xl">{t("common.purchases")}</h1>
          {number > 0 && (
            <p className="mt-1 text-ink-soft">
              {number === 1 ? t("library.countOne") : t("library.count", { count: number })}
              {counts.going ? `, ${t("library.countGoing", { count: counts.going })}` : ""}
            </p>
          )}
        </div>
        <SearchForm filters={filters} />
      </div>
      <Parts filters={filters} counts={counts} isSaved={isSaved} number={number} />
      {isList(filters) && <SortForm key={filters.sort} filters={filters} />}
    </>
  );
}

function SearchForm({ filters: { show, search, sort } }: { filters: LibraryFilters }) {
  const t = useText();
  const language = languageField(useLocale());
  return (
    <Form
      method="get"
      action="/purchases"
      role="search"
      aria-label={t("common.purchases")}
      autoComplete="off"
      className="relative w-full sm:w-[22.5rem]"
    >
      {language && <input type="hidden" {...language} />}
      {show && <input type="hidden" name="show" value={show} />}
      {sort !== "recent" && <input type="hidden" name="sort" value={sort} />}
      <button
        type="submit"
        aria-label={t("library.searchButton")}
        className="absolute inset-y-0 left-0 flex w-12 items-center justify-center rounded-full text-ink-soft hover:text-ink"
      >
        <Icon name="search" />
      </button>
      <input
        key={search}
        type="search"
        name="q"
        defaultValue={search}
        maxLength={librarySearchLength}
        aria-label={t("library.search")}
        aria-description={t("library.searchHint")}
        placeholder={t("library.search")}
        className="min-h-12 w-full min-w-0 rounded-full border border-line-strong bg-surface pr-4 pl-12 text-base placeholder:text-ink-faint hover:border-ink-soft"
      />
    </Form>
  );
}

function Parts({ filters, counts, isSaved = false, number }: LibraryHeadProps & { number: number }) {
  const t = useText();
  const linkTo = useLinkTo();
  const shown = libraryGroups.filter((group) => (counts[group] ?? 0) > 0 || group === filters.show);
  const order = (["going", "new", "done", "pay", "other"] as const).filter((group) => shown.includes(group));
  const saved = { to: "/saved", current: isSaved, children: t("common.saved") };
  return (
    <nav aria-label={t("library.parts")} className="mt-4">
      <ul className="row-aside flex gap-2 overflow-x-auto py-1">
        <Part
          to={libraryPath({ ...filters, show: undefined })}
          current={!filters.show && !isSaved}
          number={number}
        >
          {t("library.all")}
        </Part>
        {/* Where a phone shows it without scrolling. */}
        {isSaved && <Part {...saved} />}
        {order.map((group) => (
          <Part
            key={group}
            to={libraryPath({ ...filters, show: group })}
            current={filters.show === group}
            number={counts[group] ?? 0}
          >
            {t(`library.${group}`)}
          </Part>
        ))}
        {!isSaved && <Part {...saved} />}
        <li className="shrink-0 [@media(scripting:none)]:hidden">
          <Link
            {...linkTo("/downloads")}
            reloadDocument
            className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm font-semibold whitespace-nowrap text-ink hover:border-ink"
          >
            <Icon name="download" className="size-4" />
            {t("library.downloads")}
          </Link>
        </li>
      </ul>
    </nav>
  );
}

interface PartProps {
  to: string;
  current: boolean;
  number?: number;
  children: string;
}

function Part({ to, current, number, children }: PartProps) {
  const linkTo = useLinkTo();
  return (
    <li className="shrink-0">
      <Link
        {...linkTo(to)}
        aria-current={current ? "page" : undefined}
        className={classNames(
          "flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold whitespace-nowrap",
          current ? "border-ink bg-ink text-canvas" : "border-line bg-surface text-ink hover:border-ink",
        )}
      >
        {children}
        {number !== undefined && (
          <span className={classNames("font-normal tabular-nums", !current && "text-ink-soft")}>
            {number}
          </span>
        )}
      </Link>
    </li>
  );
}

/** With script a choice is applied at once, otherwise by a button. */
function SortForm({ filters: { show, search, sort } }: { filters: LibraryFilters }) {
  const t = useText();
  const language = languageField(useLocale());
  const submit = useSubmit();
  const hydrated = useHydrated();
  return (
    <Form
      method="get"
      action="/purchases"
      autoComplete="off"
      className="mt-4 flex flex-wrap items-center gap-3"
    >
      {language && <input type="hidden" {...language} />}
      {show && <input type="hidden" name="show" value={show} />}
      {search && <input type="hidden" name="q" value={search} />}
      <label className="flex items-center gap-2 text-sm text-ink-soft">
        {t("library.sort")}
        <span className="relative">
          <select
            name="sort"
            defaultValue={sort}
            onChange={(event) => submit(event.currentTarget.form)}
            className="min-h-11 appearance-none rounded-control border border-line-strong bg-surface py-2 pr-10 pl-3 text-base font-semibold text-ink sm:text-sm"
          >
            {librarySorts.map((each) => (
              <option key={each} value={each}>
                {t(`library.sort_${each}`)}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2"
          />
        </span>
      </label>
      {!hydrated && (
        <Button variant="secondary" size="small">
          {t("library.apply")}
        </Button>
      )}
    </Form>
  );
}
