import { Form, Link, useNavigation } from "@remix-run/react";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { ProofField } from "~/features/accounts/proof/proof-field";
import { payoutSittingMinutes } from "~/features/accounts/proof/proof-minutes";
import { formatMoney } from "~/features/base/money/money";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { CopyButton } from "~/ui/copy-text";
import { EmptyState } from "~/ui/empty-state";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { Portrait } from "~/ui/portrait";
import { TextLink } from "~/ui/text-link";
import { type BatchView, batchFilters, searchMaxLength, writeBatchView } from "./batch-view";
import type { ShownRow } from "./load-batch-table.server";

interface BatchTableProps {
  batchId: string;
  view: BatchView;
  rows: readonly ShownRow[];
  /** Rows that are not shown yet. */
  more: number;
  counts: Record<BatchView["show"], number>;
  /** Whether this administrator may confirm the batch. */
  mayRecord: boolean;
  /** Whether all rows are marked at first. */
  marked: boolean;
  proofNeeded: boolean;
  /** "14:32": until when the last proof of identity counts. */
  sittingUntil: string | undefined;
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
  /** The payout whose details are shown below its row. */
  opened: { id: string; card: ReactNode } | undefined;
}

const formId = "settle";

/** The payouts of a batch as a table, as cards on a phone; those that are marked are confirmed by one form. */
export function BatchTable(props: BatchTableProps) {
  const { batchId, view, rows, more, counts, mayRecord, marked, opened } = props;
  const t = useText();
  const path = `/admin/payouts/${batchId}`;
  const markable = mayRecord ? rows.filter(isMarkable) : [];
  const table = useRef<HTMLDivElement>(null);
  const { chosen, readMarks, setAll } = useMarks(table, rows);
  const confirms = markable.length > 0 && counts.all > 1;
  return (
    <div id="batch" className="scroll-mt-20">
      {counts.all > 1 && <Filters path={path} view={view} counts={counts} />}
      {rows.length === 0 ? (
        <EmptyState
          icon="search"
          title={t("paying.nothingFound")}
          action={
            <ButtonLink to={path} variant="secondary">
              {t("paying.showAll")}
            </ButtonLink>
          }
        />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the checkboxes inside
        <div ref={table} onChange={readMarks} onKeyDown={moveByArrows}>
          <Card>
            <table className="w-full text-left max-md:block">
              <caption className="sr-only">{t("paying.table")}</caption>
              <thead className="bg-sunken text-sm text-ink-soft max-md:sr-only">
                <tr>
                  <th scope="col" className="w-12 py-2 pl-4">
                    {confirms && (
                      <MarkAll
                        path={path}
                        view={view}
                        count={markable.length}
                        chosen={chosen.count}
                        onMark={setAll}
                      />
                    )}
                  </th>
                  <SortHeader path={path} view={view} sort="name" label={t("paying.creator")} />
                  <SortHeader path={path} view={view} sort="amount" label={t("payouts.amount")} right />
                  <th scope="col" className="px-3 py-2 font-semibold">
                    {t("paying.destination")}
                  </th>
                  <th scope="col" className="px-3 py-2 font-semibold">
                    {t("paying.status")}
                  </th>
                  <th scope="col" className="py-2 pr-4 pl-3 text-right font-semibold">
                    {t("paying.pix")}
                  </th>
                </tr>
              </thead>
              <tbody className="max-md:block">
                {rows.map((row) => (
                  <Fragment key={row.id}>
                    <Row
                      row={row}
                      path={path}
                      view={view}
                      isOpen={opened?.id === row.id}
                      marks={confirms && isMarkable(row)}
                      marked={marked}
                    />
                    {opened?.id === row.id && (
                      <tr className="border-t border-line max-md:block">
                        <td colSpan={6} className="p-3 max-md:block sm:p-5">
                          <div className="mx-auto max-w-3xl">{opened.card}</div>
                        </td>
                      </tr>
                    )}
                  </Fragment>
                ))}
              </tbody>
            </table>
          </Card>
          {more > 0 && (
            <p className="mt-3 text-right">
              <TextLink to={`${path}${withParam(writeBatchView(view), "rows=all")}`} preventScrollReset>
                {t("paying.moreRows", { count: more })}
              </TextLink>
            </p>
          )}
        </div>
      )}
      {confirms && <ConfirmBar {...props} path={path} chosen={chosen} onClear={() => setAll(false)} />}
    </div>
  );
}

/** Returns the address of a batch's table with a payout's details opened, scrolled to it. */
export function openedAddress(path: string, view: BatchView, payoutId: string): string {
  return `${path}${withParam(writeBatchView(view), `open=${payoutId}`)}#payout-${payoutId}`;
}

const withParam = (query: string, param: string) => (query ? `${query}&${param}` : `?${param}`);

const isMarkable = ({ status, stopped }: ShownRow) => status === "prepared" && !stopped;

const boxesIn = (table: HTMLElement | null) => [
  ...(table?.querySelectorAll<HTMLInputElement>('input[name="payoutId"][type="checkbox"]') ?? []),
];

/** Counts the marked rows, and marks or clears all. */
function useMarks(table: { current: HTMLElement | null }, rows: readonly ShownRow[]) {
  const [chosen, setChosen] = useState({ count: 0, cents: 0 });
  const readMarks = () => {
    const marked = boxesIn(table.current).filter(({ checked }) => checked);
    setChosen({
      count: marked.length,
      cents: marked.reduce((sum, box) => sum + Number(box.dataset.cents), 0),
    });
  };
  const setAll = (checked: boolean) => {
    for (const box of boxesIn(table.current)) box.checked = checked;
    readMarks();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows have other boxes
  useEffect(readMarks, [rows]);
  return { chosen, readMarks, setAll };
}

/** The arrow keys lead from one row's checkbox to the next. */
function moveByArrows(event: React.KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLInputElement) || event.target.type !== "checkbox") return;
  const boxes = boxesIn(event.currentTarget);
  boxes[boxes.indexOf(event.target) + step]?.focus();
  event.preventDefault();
}

function MarkAll({
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
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < count;
  });
  if (!useHydrated())
    return (
      <Link
        to={`${path}${withParam(writeBatchView(view), "mark=all")}#batch`}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {t("paying.markAll")}
      </Link>
    );
  return (
    <span className="inline-flex size-11 items-center justify-center">
      <input
        ref={box}
        type="checkbox"
        checked={chosen === count}
        onChange={({ target }) => onMark(target.checked)}
        aria-label={t("paying.markAll")}
        className="size-5 accent-forest"
      />
    </span>
  );
}

function SortHeader({
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

function Filters({
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

const tones: Record<ShownRow["status"], BadgeTone> = {
  prepared: "neutral",
  paid: "success",
  failed: "danger",
  returned: "danger",
};

function Status({ row }: { row: ShownRow }) {
  const t = useText();
  if (row.status === "prepared" && row.stopped) return <Badge tone="danger">{t("paying.stopped")}</Badge>;
  if (row.status === "prepared" && row.unusual) return <Badge tone="warn">{t("paying.check")}</Badge>;
  return <Badge tone={tones[row.status]}>{t(`paying.status_${row.status}`)}</Badge>;
}

function Row({
  row,
  path,
  view,
  isOpen,
  marks,
  marked,
}: {
  row: ShownRow;
  path: string;
  view: BatchView;
  isOpen: boolean;
  marks: boolean;
  marked: boolean;
}) {
  const t = useText();
  return (
    <tr
      id={`payout-${row.id}`}
      className={classNames(
        "scroll-mt-24 border-t border-line has-checked:bg-success-soft",
        "max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-2 max-md:py-2",
      )}
    >
      <td className="py-1 pl-2 align-middle">
        {marks && (
          <label className="flex size-11 items-center justify-center">
            <span className="sr-only">{t("paying.mark", { name: row.name, amount: row.amount })}</span>
            <input
              key={String(marked)}
              form={formId}
              type="checkbox"
              name="payoutId"
              value={row.id}
              defaultChecked={marked}
              data-cents={row.cents}
              className="size-5 accent-forest"
            />
          </label>
        )}
      </td>
      <th scope="row" className="px-3 py-1 font-semibold max-md:px-1">
        <span className="flex items-center gap-3">
          <Portrait name={row.name} className="size-8 max-md:hidden" />
          <span className="min-w-0 break-words">
            <Link
              to={openedAddress(path, view, row.id)}
              preventScrollReset
              aria-expanded={isOpen}
              className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {row.name}
            </Link>
            {row.note && row.status === "prepared" && (
              <span className="block max-w-md pb-1 text-sm font-normal text-ink-soft">{row.note}</span>
            )}
          </span>
        </span>
      </th>
      <td className="px-3 py-1 text-right font-semibold whitespace-nowrap tabular-nums max-md:pr-4">
        {row.amount}
      </td>
      <td className="px-3 py-1 text-sm max-md:col-start-2 max-md:px-1">
        {!isOpen && (
          <>
            <span className="text-ink-soft">{row.kind}</span>{" "}
            <span className="[overflow-wrap:anywhere]">{row.destination}</span>
          </>
        )}
      </td>
      <td className="px-3 py-1 max-md:row-start-2 max-md:col-start-3 max-md:pr-4 max-md:text-right">
        <Status row={row} />
      </td>
      <td className="py-1 pr-4 pl-3 text-right max-md:col-span-2 max-md:col-start-2 max-md:px-1 max-md:text-left">
        {row.code ? (
          <span className="inline-flex flex-wrap gap-2 md:flex-nowrap md:justify-end">
            <CopyButton
              text={row.code}
              copyLabel={t("paying.copyShort")}
              copiedLabel={t("paying.copied")}
              label={t("paying.copyCodeOf", { name: row.name })}
              look="small"
            />
            <ButtonLink
              to={`${path}/pay?payout=${row.id}`}
              variant="secondary"
              size="small"
              className="px-3"
              aria-label={t("paying.qrOf", { name: row.name })}
            >
              <Icon name="qr" />
              {t("paying.qrShort")}
            </ButtonLink>
          </span>
        ) : (
          row.outcome && (
            <span className="line-clamp-2 text-sm [overflow-wrap:anywhere] text-ink-soft">{row.outcome}</span>
          )
        )}
      </td>
    </tr>
  );
}

function ConfirmBar({
  path,
  view,
  chosen,
  proofNeeded,
  sittingUntil,
  result,
  onClear,
}: BatchTableProps & { path: string; chosen: { count: number; cents: number }; onClear: () => void }) {
  const t = useText();
  const hydrated = useHydrated();
  const busy = useNavigation().formData?.get("intent") === "settle";
  const mine = result.typedIn("intent") === "settle";
  const errorOf = (field: string) => (mine ? result.errorOf(field) : undefined);
  return (
    <Form
      id={formId}
      method="post"
      action={`${path}${writeBatchView(view)}#batch`}
      preventScrollReset
      className="mt-5 space-y-4"
    >
      <input type="hidden" name="intent" value="settle" />
      <FormError>{errorOf("form")}</FormError>
      <details open={errorOf("reference") !== undefined} className="group/refs">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-ink-soft">
          {t("paying.references")}
          <Icon name="chevron-down" className="size-4 group-open/refs:rotate-180" />
        </summary>
        <TextAreaField
          name="reference"
          label={t("paying.referencesLabel")}
          hint={t("paying.referencesHint")}
          error={errorOf("reference")}
          defaultValue={mine ? result.typedIn("reference") : undefined}
          rows={4}
          className="mt-2 max-w-xl"
        />
      </details>
      <div className="max-w-xl">
        <ProofField
          needed={proofNeeded}
          minutes={payoutSittingMinutes}
          id="proof-settle"
          result={{ errorOf }}
        />
      </div>
      <div className="sticky bottom-3 z-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card bg-ink px-5 py-4 text-canvas shadow-lifted">
        <div>
          {hydrated && (
            <p className="font-semibold tabular-nums" role="status">
              {t(chosen.count === 1 ? "paying.markedOne" : "paying.marked", { count: chosen.count })}{" "}
              <span className="font-normal">{formatMoney(chosen.cents, "BRL")}</span>
            </p>
          )}
          {sittingUntil && <p className="text-sm">{t("paying.sitting", { until: sittingUntil })}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
          {hydrated && chosen.count > 0 && (
            <button
              type="button"
              onClick={onClear}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {t("paying.clear")}
            </button>
          )}
          <Button
            variant="secondary"
            className="max-sm:grow"
            disabled={hydrated && chosen.count === 0}
            pending={busy}
            pendingLabel={t("paying.saving")}
          >
            <Icon name="check" />
            {hydrated && chosen.count > 0
              ? t(chosen.count === 1 ? "paying.confirmOne" : "paying.confirmMany", { count: chosen.count })
              : t("paying.confirmMarked")}
          </Button>
        </div>
      </div>
    </Form>
  );
}
