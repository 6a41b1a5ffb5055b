import { type AuditAction, type AuditFacts, parseAuditFilters } from "~/features/base/audit/audit-actions";
import { type ListSpan, parseSpan, spanParams } from "~/features/base/form-fields/date-span";
import { parseSearchText } from "~/features/base/form-fields/people-search";
import { parseId } from "~/features/base/form-fields/record-id";
import type { PaymentMethod } from "~/features/money/ledger/sale-status";
import {
  parseMethodFilter,
  parseSaleFilter,
  parseSaleSearchText,
  type SaleFilter,
} from "~/features/office/sales/sale-search";
import type { ExportKind, People } from "./export-columns";

/** Which rows of a kind go into a file: those of its screen, by the same filters. */
export type ExportFilters = { span: ListSpan } & (
  | { kind: People; search: string }
  | {
      kind: "sales";
      search: string;
      filter: SaleFilter | undefined;
      method?: PaymentMethod | undefined;
      creatorId?: string | undefined;
    }
  | { kind: "payouts"; batchId: string | undefined }
  | { kind: "audit"; search: string; action: AuditAction | undefined }
);

/** Reads an export's address, which has its screen's parameters. */
export function parseExportFilters(kind: ExportKind, params: URLSearchParams): ExportFilters {
  const { span } = parseSpan(params);
  switch (kind) {
    case "sales":
      return {
        kind,
        span,
        search: parseSaleSearchText(params.get("q")),
        filter: parseSaleFilter(params.get("status")),
        method: parseMethodFilter(params.get("method")),
        creatorId: parseId(params.get("creator") ?? undefined),
      };
    case "audit":
      return { kind, ...parseAuditFilters(params) };
    case "payouts":
      return { kind, span, batchId: parseId(params.get("batch")) };
    default:
      return { kind, span, search: parseSearchText(params.get("q")) };
  }
}

/** Returns the parameters of an export's address, or of its screen. */
export function exportParams(question: ExportFilters): URLSearchParams {
  const search = "search" in question ? question.search : "";
  return new URLSearchParams({
    ...(search && { q: search }),
    ...(question.kind === "sales" && question.filter && { status: question.filter }),
    ...(question.kind === "sales" && question.method && { method: question.method }),
    ...(question.kind === "sales" && question.creatorId && { creator: question.creatorId }),
    ...(question.kind === "audit" && question.action && { action: question.action }),
    ...(question.kind === "payouts" && question.batchId && { batch: question.batchId }),
    ...spanParams(question.span),
  });
}

export function exportFacts(question: ExportFilters): AuditFacts {
  const { q: search, from, to, order, ...filters } = Object.fromEntries(exportParams(question));
  const filter = Object.values(filters).join(", ");
  return {
    ...(search && { search }),
    ...(filter && { filter }),
    ...(from && { from }),
    ...(to && { to }),
    ...(order && { order }),
  };
}

/** Returns the screen of an export: for everyone of a kind, the dashboard's tab. */
export function screenOf(question: ExportFilters): string {
  if (question.kind === "payouts")
    return question.batchId ? `/admin/payouts/${question.batchId}` : "/admin/payouts";
  const params = exportParams(question);
  if (params.size > 0) return `/admin/${question.kind}?${params}`;
  if (question.kind === "audit") return "/admin/audit";
  return question.kind === "sales" ? "/admin/sales" : `/admin/dashboard?tab=${question.kind}`;
}
