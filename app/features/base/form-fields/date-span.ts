import { parseDay } from "~/i18n/days";
import { plainCode } from "~/ui/forms/plain-code";

export interface ListSpan {
  /** Days in São Paulo, "2026-11-21", both inclusive; undefined for an open end. */
  from: string | undefined;
  to: string | undefined;
  order: ListOrder;
}

export const listOrders = ["newest", "oldest"] as const;
type ListOrder = (typeof listOrders)[number];

/** The list then ignores the end concerned. */
export type SpanProblem = "badDay" | "reversed";

export const wholeSpan: ListSpan = { from: undefined, to: undefined, order: "newest" };

/** Of a URL's `from`, `to` and `order`. */
export function parseSpan(params: URLSearchParams): {
  span: ListSpan;
  typed: { from: string; to: string };
  problems: { from?: SpanProblem; to?: SpanProblem };
} {
  const typed = { from: readTyped(params.get("from")), to: readTyped(params.get("to")) };
  const [from, to] = [parseDay(typed.from), parseDay(typed.to)];
  const reversed = from !== undefined && to !== undefined && from > to;
  return {
    span: {
      from,
      to: reversed ? undefined : to,
      order: listOrders.find((order) => order === params.get("order")) ?? "newest",
    },
    typed,
    problems: {
      ...(typed.from !== "" && from === undefined && { from: "badDay" as const }),
      ...(typed.to !== "" && to === undefined && { to: "badDay" as const }),
      ...(reversed && { to: "reversed" as const }),
    },
  };
}

/** Without defaults. */
export function spanParams({ from, to, order }: ListSpan): Record<string, string> {
  return { ...(from && { from }), ...(to && { to }), ...(order !== "newest" && { order }) };
}

function readTyped(raw: string | null): string {
  return plainCode(raw ?? "").slice(0, 10);
}
