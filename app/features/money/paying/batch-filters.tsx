import { Form } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { type BatchView, batchFilters, searchMaxLength, writeBatchView } from "./batch-view";

/** Chooses which payouts of a batch are shown: by their state, and by a search. */
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
