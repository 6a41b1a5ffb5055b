import { type AuditAction, type AuditFacts, parseAuditFilters } from "~/features/base/audit/audit-actions";
import { type ListSpan, parseSpan, spanParams } from "~/features/base/form-fields/date-span";
import { parseSearchText } from "~/features/base/form-fields/people-search";
import type { PaymentMethod } from "~/features/money/ledger/sale-status";
import {
  parseMethodFilter,
  parseSaleFilter,
  parseSaleSearchText,
  type SaleFilter,
} from "~/features/office/sales/sale-search";
import { parseId } from "~/platform/forms/record-id";
import type { ExportKind, People } from "./export-columns";

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

/** For an export's address, or its screen's. */
export function exportParams(filters: ExportFilters): URLSearchParams {
  const search = "search" in filters ? filters.search : "";
  return new URLSearchParams({
    ...(search && { q: search }),
    ...(filters.kind === "sales" && filters.filter && { status: filters.filter }),
    ...(filters.kind === "sales" && filters.method && { method: filters.method }),
    ...(filters.kind === "sales" && filters.creatorId && { creator: filters.creatorId }),
    ...(filters.kind === "audit" && filters.action && { action: filters.action }),
    ...(filters.kind === "payouts" && filters.batchId && { batch: filters.batchId }),
    ...spanParams(filters.span),
  });
}

export function exportFacts(filters: ExportFilters): AuditFacts {
  const { q: search, from, to, order, ...others } = Object.fromEntries(exportParams(filters));
  const filter = Object.values(others).join(", ");
  return {
    ...(search && { search }),
    ...(filter && { filter }),
    ...(from && { from }),
    ...(to && { to }),
    ...(order && { order }),
  };
}

export function screenOf(filters: ExportFilters): string {
  if (filters.kind === "payouts")
    return filters.batchId ? `/admin/payouts/${filters.batchId}` : "/admin/payouts";
  const params = exportParams(filters);
  if (params.size > 0) return `/admin/${filters.kind}?${params}`;
  if (filters.kind === "audit") return "/admin/audit";
  return filters.kind === "sales" ? "/admin/sales" : `/admin/dashboard?tab=${filters.kind}`;
}
