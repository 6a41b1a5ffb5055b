import type { AuditAction, AuditFacts } from "~/features/audit/audit-actions";
import { parseAuditQuestion } from "~/features/audit/audit-filters";
import { type ListSpan, parseSpan, spanParams } from "~/features/fields/date-span";
import { parseSearchText } from "~/features/fields/people-search";
import { parseId } from "~/features/fields/record-id";
import { parseSaleFilter, type SaleFilter } from "~/features/sales-desk/sale-filter";
import { parseSaleSearchText } from "~/features/sales-desk/sale-search";
import type { ExportKind, People } from "./export-file";

/** What of a kind goes into a file: what its screen shows, by the same filters. */
export type ExportQuestion = { span: ListSpan } & (
  | { kind: People; search: string }
  | { kind: "sales"; search: string; filter: SaleFilter | undefined }
  | { kind: "payouts"; batchId: string | undefined }
  | { kind: "audit"; search: string; action: AuditAction | undefined }
);

/** Reads it from an export's address, which carries its screen's parameters. */
export function parseExportQuestion(kind: ExportKind, params: URLSearchParams): ExportQuestion {
  const { span } = parseSpan(params);
  switch (kind) {
    case "sales":
      return {
        kind,
        span,
        search: parseSaleSearchText(params.get("q")),
        filter: parseSaleFilter(params.get("status")),
      };
    case "audit":
      return { kind, ...parseAuditQuestion(params) };
    case "payouts":
      return { kind, span, batchId: parseId(params.get("batch")) };
    default:
      return { kind, span, search: parseSearchText(params.get("q")) };
  }
}

/** The parameters by which a question is asked again: of an export, or of the screen it belongs to. */
export function exportParams(question: ExportQuestion): URLSearchParams {
  const search = "search" in question ? question.search : "";
  return new URLSearchParams({
    ...(search && { q: search }),
    ...(question.kind === "sales" && question.filter && { status: question.filter }),
    ...(question.kind === "audit" && question.action && { action: question.action }),
    ...(question.kind === "payouts" && question.batchId && { batch: question.batchId }),
    ...spanParams(question.span),
  });
}

/** By which filters it was asked for, as the audit trail keeps it. */
export function exportFacts(question: ExportQuestion): AuditFacts {
  const { q: search, from, to, order, ...filters } = Object.fromEntries(exportParams(question));
  const [filter] = Object.values(filters);
  return {
    ...(search && { search }),
    ...(filter && { filter }),
    ...(from && { from }),
    ...(to && { to }),
    ...(order && { order }),
  };
}

/** The screen that an export was asked for on. Of everyone of a kind, that is the dashboard's tab. */
export function screenOf(question: ExportQuestion): string {
  if (question.kind === "payouts")
    return question.batchId ? `/admin/payouts/${question.batchId}` : "/admin/payouts";
  const params = exportParams(question);
  if (params.size > 0) return `/admin/${question.kind}?${params}`;
  if (question.kind === "audit") return "/admin/audit";
  return question.kind === "sales" ? "/admin/sales" : `/admin/dashboard?tab=${question.kind}`;
}
