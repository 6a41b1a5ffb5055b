import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { type BatchView, batchFilters, searchMaxLength, withParam, writeBatchView } from "./batch-view";

/** A checkbox; without script a link. */
export function MarkAll({
  path,
  view,
  count,
  chosen,
  onMark,
}: {
  path: string;
  view: BatchView;
  count: number;
  chosen: number;
  onMark: (checked: boolean) => void;
}) {
  const t = useText();
  const box = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < count;
  });
  if (count === 0) return null;
  if (!hydrated)
    return (
      <Link
        to={`${path}${withParam(writeBatchView(view), "mark=all")}#batch`}
        className="inline-flex min-h-11 items-center underline underline-offset-4 max-lg:pl-3"
      >
        {t("paying.markAll")}
      </Link>
    );
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center">
      <span className="inline-flex w-11 shrink-0 justify-center">
        <input
          ref={box}
          type="checkbox"
          checked={chosen === count}
          onChange={({ target }) => onMark(target.checked)}
          className="size-5 accent-forest"
        />
      </span>
      <span className="font-semibold lg:sr-only">{t("paying.markAll")}</span>
    </label>
  );
}

export function SortHeader({
  path,
  view,
  sort,
  label,
  right = false,
}: {
  path: string;
  view: BatchView;
  sort: BatchView["sort"];
  label: string;
  right?: boolean;
}) {
  const current = view.sort === sort;
  return (
    <th
      scope="col"
      aria-sort={current ? (sort === "amount" ? "descending" : "ascending") : undefined}
      className={classNames("px-3 py-2 font-semibold", right && "text-right")}
    >
      <Link
        to={`${path}${writeBatchView(view, { sort })}`}
        preventScrollReset
        replace
        className="inline-flex min-h-11 items-center gap-1 underline-offset-4 hover:underline"
      >
        {label}
        {current && <span aria-hidden="true">{sort === "amount" ? "↓" : "↑"}</span>}
      </Link>
    </th>
  );
}

export function BatchFilters({
  path,
  view,
  counts,
}: {
  path: string;
  view: BatchView;
  counts: Record<BatchView["show"], number>;
}) {
  const t = useText();
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <nav aria-label={t("paying.filters")}>
        <ul className="flex flex-wrap gap-2">
          {batchFilters.map((show) => (
            <li key={show}>
              <Link
                to={`${path}${writeBatchView(view, { show })}`}
                preventScrollReset
                replace
                aria-current={view.show === show ? "page" : undefined}
                className={classNames(
                  "inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold",
                  view.show === show
                    ? "border-ink bg-ink text-canvas"
                    : "border-line-strong bg-surface text-ink hover:bg-sunken",
                )}
              >
                {t(`paying.show_${show}`)}
                <span className="font-normal tabular-nums">{counts[show]}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Form
        method="get"
        action={path}
        autoComplete="off"
        role="search"
        preventScrollReset
        className="flex grow gap-2 sm:grow-0"
      >
        {view.show !== "all" && <input type="hidden" name="show" value={view.show} />}
        {view.rows === "all" && <input type="hidden" name="rows" value="all" />}
        {view.sort !== "amount" && <input type="hidden" name="sort" value={view.sort} />}
        <input
          key={view.q}
          type="search"
          name="q"
          defaultValue={view.q}
          maxLength={searchMaxLength}
          aria-label={t("paying.search")}
          placeholder={t("paying.search")}
          className="min-h-11 w-full min-w-0 rounded-control border border-line-strong bg-surface px-4 text-base text-ink placeholder:text-ink-faint sm:w-64"
        />
        <Button variant="secondary" aria-label={t("paying.searchButton")}>
          <Icon name="search" />
        </Button>
      </Form>
    </div>
  );
}
