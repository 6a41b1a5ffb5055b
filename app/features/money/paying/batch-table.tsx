import { Fragment, type ReactNode, useRef } from "react";
import { useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { TextLink } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { BatchFilters, MarkAll, SortHeader } from "./batch-head";
import { BatchRow } from "./batch-row";
import { type BatchView, writeBatchView } from "./batch-view";
import {
  ConfirmBar,
  type ConfirmBarProps,
  isFlagged,
  isMarkable,
  moveByArrows,
  useMarks,
} from "./confirm-bar";
import type { RowView } from "./load-batch-table.server";

interface BatchTableProps extends Pick<ConfirmBarProps, "view" | "proofNeeded" | "sittingUntil" | "result"> {
  batchId: string;
  rows: readonly RowView[];
  more: number;
  counts: Record<BatchView["show"], number>;
  mayRecord: boolean;
  /** Rows without a warning are marked initially. */
  marked: boolean;
  opened: { id: string; card: ReactNode } | undefined;
}

/** Cards on phones and tablets; one form confirms the marked rows. */
export function BatchTable(props: BatchTableProps) {
  const { batchId, view, rows, more, counts, mayRecord, marked, opened, result } = props;
  const t = useText();
  const path = `/admin/payouts/${batchId}`;
  const markable = mayRecord ? rows.filter(isMarkable) : [];
  const table = useRef<HTMLDivElement>(null);
  const { chosen, readMarks, setAll } = useMarks(table, rows);
  const confirms = markable.length > 0 && counts.all > 1;
  const flagged = markable.filter(isFlagged).length;
  // A refused form keeps its marks without script, too.
  const sent = result.typedIn("intent") === "settle" ? result.typedIn("payoutId")?.split(" ") : undefined;
  return (
    <div id="batch" className="scroll-mt-20">
      {counts.all > 1 && <BatchFilters path={path} view={view} counts={counts} />}
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
          {confirms && flagged > 0 && (
            <p className="mb-3 text-sm text-ink-soft">
              {t(flagged === 1 ? "paying.flaggedOne" : "paying.flagged", { count: flagged })}
            </p>
          )}
          <Card>
            <table className="w-full text-left max-lg:block">
              <caption className="sr-only">{t("paying.table")}</caption>
              <thead
                className={classNames(
                  "bg-sunken text-sm text-ink-soft",
                  confirms ? "max-lg:block" : "max-lg:sr-only",
                )}
              >
                <tr className="max-lg:block max-lg:[&>th:not(:first-child)]:sr-only">
                  <th
                    scope="col"
                    className="w-12 py-2 pl-4 max-lg:block max-lg:w-full max-lg:py-0 max-lg:pl-2"
                  >
                    {confirms && (
                      <MarkAll
                        path={path}
                        view={view}
                        count={markable.length - flagged}
                        chosen={chosen.unflagged}
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
              <tbody className="max-lg:block">
                {rows.map((row) => (
                  <Fragment key={row.id}>
                    <BatchRow
                      row={row}
                      path={path}
                      view={view}
                      isOpen={opened?.id === row.id}
                      marks={confirms && isMarkable(row)}
                      marked={sent?.includes(row.id) ?? (marked && !isFlagged(row))}
                    />
                    {opened?.id === row.id && (
                      <tr className="border-t border-line max-lg:block">
                        <td colSpan={6} className="p-3 max-lg:block sm:p-5">
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
              <TextLink to={`${path}${writeBatchView(view, { rows: "all" })}`} preventScrollReset>
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
