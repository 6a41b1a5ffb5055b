import { useEffect, useRef } from "react";
import { useText } from "~/i18n/use-locale";
import { classNames } from "~/ui/class-names";
import { useHydrated } from "~/ui/hydrated";
import { Link } from "~/ui/link";
import { type BatchView, withParam, writeBatchView } from "./batch-view";

/** Marks all rows that are not to be checked, or clears all: a checkbox, without script a link. */
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

/** The header of a column by which the table is sorted. */
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
