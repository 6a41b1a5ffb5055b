import type { ReactNode } from "react";
import { formatMoney } from "~/i18n/money";
import { useLocale, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Icon, type IconName } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import { percentOf } from "./advice";
import type { EarnedFigures } from "./figures.queries.server";

interface FiguresRow extends EarnedFigures {
  key: string;
  name: string;
  icon?: IconName;
}

interface FiguresTableProps {
  label: string;
  first: string;
  rows: readonly FiguresRow[];
  total?: EarnedFigures;
  formatNumber: (value: number) => string;
}

export function FiguresTable({ label, first, rows, total, formatNumber }: FiguresTableProps) {
  const t = useText();
  const hasTaken = (total ?? { taken: 0 }).taken > 0;
  const columns = [
    first,
    t("figures.columnViews"),
    t("figures.columnPreviews"),
    t("figures.columnCheckouts"),
    t("figures.columnSales"),
    ...(hasTaken ? [t("figures.columnTaken")] : []),
    t("figures.columnRate"),
    t("figures.columnEarned"),
  ];
  const highest = Math.max(0, ...rows.map(({ sales, views }) => percentOf(sales, views)));
  return (
    <Card>
      <ScrollTable label={label} columns={columns} numbers={numberColumns(hasTaken)}>
        {rows.map((row) => (
          <Row key={row.key} row={row} highest={highest} hasTaken={hasTaken} formatNumber={formatNumber} />
        ))}
        {total && (
          <Row
            row={{ ...total, key: "total", name: t("figures.total") }}
            highest={highest}
            hasTaken={hasTaken}
            formatNumber={formatNumber}
          />
        )}
      </ScrollTable>
    </Card>
  );
}

/** The bar of the rate is read from the left. */
const numberColumns = (hasTaken: boolean) => (hasTaken ? [1, 2, 3, 4, 5, 7] : [1, 2, 3, 4, 6]);

interface RowProps extends Pick<FiguresTableProps, "formatNumber"> {
  row: FiguresRow;
  highest: number;
  hasTaken: boolean;
}

function Row({ row, highest, hasTaken, formatNumber }: RowProps) {
  const locale = useLocale();
  const { name, icon, views, previews, checkouts, sales, taken, cents } = row;
  return (
    <tr className={row.key === "total" ? "font-semibold" : undefined}>
      <ScrollRowHeader>
        <span className="flex items-center gap-2">
          {icon && <Icon name={icon} className="size-4 shrink-0 text-ink-soft" />}
          <span className="min-w-0 break-words">{name}</span>
        </span>
      </ScrollRowHeader>
      {[views, previews, checkouts].map((number, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns do not move
        <td key={index} className={`${cell} text-right`}>
          {formatNumber(number)}
        </td>
      ))}
      <td className={`${cell} text-right font-semibold`}>{formatNumber(sales)}</td>
      {hasTaken && <td className={`${cell} text-right`}>{formatNumber(taken)}</td>}
      <td className={cell}>
        <Rate sales={sales} views={views} highest={highest} formatNumber={formatNumber} />
      </td>
      <td className={`${cell} text-right whitespace-nowrap`}>{formatMoney(cents, "BRL", locale)}</td>
    </tr>
  );
}

const cell = "border-b border-line px-4 py-3 align-top tabular-nums";

const barWidth = 72;

function Rate({
  sales,
  views,
  highest,
  formatNumber,
}: Pick<EarnedFigures, "sales" | "views"> & Pick<RowProps, "highest" | "formatNumber">) {
  if (views === 0) return "–";
  const percent = percentOf(sales, views);
  const width = Math.max(8, (Math.min(percent, highest) / highest) * barWidth);
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <svg aria-hidden="true" width={barWidth} height="8" className="shrink-0">
        <rect width={barWidth} height="8" rx="4" className="fill-sunken" />
        {percent > 0 && highest > 0 && <rect width={width} height="8" rx="4" className="fill-forest-ink" />}
      </svg>
      {formatNumber(percent)}%
    </span>
  );
}

interface ScrollTableProps {
  label: string;
  columns: readonly string[];
  numbers?: readonly number[];
  children: ReactNode;
}

/** Scrolls horizontally on narrow screens, also by keyboard; the first column stays visible. */
function ScrollTable({ label, columns, numbers = [], children }: ScrollTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section aria-label={label} tabIndex={0} className="more-aside overflow-x-auto">
      <table className="w-full border-separate border-spacing-0 text-left">
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={classNames(
                  "border-b border-line px-4 py-3 text-sm font-semibold whitespace-nowrap text-ink-soft",
                  index === 0 && "sticky left-0 bg-surface sm:pl-6",
                  numbers.includes(index) && "text-right",
                )}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>*]:border-b-0">{children}</tbody>
      </table>
    </section>
  );
}

function ScrollRowHeader({ children }: { children: ReactNode }) {
  return (
    <th
      scope="row"
      className="sticky left-0 max-w-36 border-b border-line bg-surface px-4 py-3 align-top font-semibold break-words min-w-36 sm:max-w-56 sm:pl-6 lg:min-w-44"
    >
      {children}
    </th>
  );
}
