import { z } from "zod";
import { foldText } from "~/i18n/accents";
import { trimInvisible } from "~/platform/forms/trim-ends";

export const batchFilters = ["all", "todo", "problem", "paid"] as const;
type BatchFilter = (typeof batchFilters)[number];

const batchOrders = ["amount", "name"] as const;
type BatchOrder = (typeof batchOrders)[number];

export interface BatchView {
  show: BatchFilter;
  sort: BatchOrder;
  q: string;
  rows: "first" | "all";
}

export const searchMaxLength = 100;

const view = z.object({
  show: z.enum(batchFilters).catch("all"),
  sort: z.enum(batchOrders).catch("amount"),
  q: z.string().overwrite(trimInvisible).max(searchMaxLength).catch(""),
  rows: z.enum(["first", "all"]).catch("first"),
});

export function parseBatchView(params: URLSearchParams): BatchView {
  return view.parse({ ...Object.fromEntries(params) });
}

/** With "?"; empty for the plain table. */
export function writeBatchView(current: BatchView, change: Partial<BatchView> = {}): string {
  const { show, sort, q, rows } = { ...current, ...change };
  const params = new URLSearchParams({
    ...(show !== "all" && { show }),
    ...(sort !== "amount" && { sort }),
    ...(q && { q }),
    ...(rows === "all" && { rows }),
  });
  return params.size > 0 ? `?${params}` : "";
}

export interface TableRow {
  id: string;
  name: string;
  cents: number;
  destination: string;
  status: "prepared" | "paid" | "failed" | "returned";
  /** Must not be paid, or only after a check. */
  unusual: boolean;
}

/** Problems: failed, returned, and unusual unpaid payouts. */
export function isShownBy(
  filter: BatchFilter,
  { status, unusual }: Pick<TableRow, "status" | "unusual">,
): boolean {
  if (filter === "todo") return status === "prepared";
  if (filter === "paid") return status === "paid";
  if (filter === "problem")
    return status === "failed" || status === "returned" || (status === "prepared" && unusual);
  return true;
}

/** `typed`: part of the name or destination, or the beginning of the amount ("1.247,84"). */
function isFound(row: TableRow, typed: string): boolean {
  const amount = (row.cents / 100).toFixed(2).replace(".", ",");
  const digits = typed.replace(/^r\$\s*/i, "").replaceAll(".", "");
  if (/^[0-9]+(,[0-9]{0,2})?$/.test(digits) && amount.startsWith(digits)) return true;
  const searched = foldText(typed);
  return [row.name, row.destination].some((text) => foldText(text).includes(searched));
}

/** Unpaid first, then by highest amount or by name. */
export function selectRows<Row extends TableRow>(rows: readonly Row[], { show, sort, q }: BatchView): Row[] {
  const byAmount = (one: Row, other: Row) => other.cents - one.cents || (one.id < other.id ? -1 : 1);
  const byName = (one: Row, other: Row) =>
    one.name.localeCompare(other.name, "pt-BR") || byAmount(one, other);
  const inOrder = sort === "name" ? byName : byAmount;
  return rows
    .filter((row) => isShownBy(show, row) && isFound(row, q))
    .sort(
      (one, other) =>
        Number(other.status === "prepared") - Number(one.status === "prepared") || inOrder(one, other),
    );
}

export function openedAddress(path: string, view: BatchView, payoutId: string): string {
  return `${path}${withParam(writeBatchView(view), `open=${payoutId}`)}#payout-${payoutId}`;
}

export const withParam = (query: string, param: string) => (query ? `${query}&${param}` : `?${param}`);

interface Ordered {
  id: string;
  amount_cents: number;
  status: string;
}

export function orderByAmount<Payout extends Ordered>(payouts: readonly Payout[]): Payout[] {
  return [...payouts].sort(
    (one, other) => other.amount_cents - one.amount_cents || (one.id < other.id ? -1 : 1),
  );
}

/** The next unpaid payout after `from`, continuing at the beginning; undefined without another. */
export function findNextUnpaid<Payout extends Ordered>(
  ordered: readonly Payout[],
  from: string | undefined,
): Payout | undefined {
  const at = ordered.findIndex(({ id }) => id === from);
  const others = [...ordered.slice(at + 1), ...ordered.slice(0, Math.max(at, 0))];
  return others.find(({ status }) => status === "prepared");
}
