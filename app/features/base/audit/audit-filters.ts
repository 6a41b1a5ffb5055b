import { type ListSpan, parseSpan, spanParams } from "~/features/base/form-fields/date-span";
import { parseSearchText } from "~/features/base/form-fields/people-search";
import { type AuditAction, parseAuditAction } from "./audit-actions";

export interface AuditFilters {
  /** Part of the actor or of the target. */
  search: string;
  action: AuditAction | undefined;
  span: ListSpan;
}

export function parseAuditFilters(params: URLSearchParams): AuditFilters {
  return {
    search: parseSearchText(params.get("q")),
    action: parseAuditAction(params.get("action")),
    span: parseSpan(params).span,
  };
}

export function auditParams({ search, action, span }: AuditFilters): Record<string, string> {
  return { ...(search && { q: search }), ...(action && { action }), ...spanParams(span) };
}
