import { type ListSpan, parseSpan, spanParams } from "~/features/fields/date-span";
import { parseSearchText } from "~/features/fields/people-search";
import { type AuditAction, parseAuditAction } from "./audit-actions";

/** Which entries of the audit trail are wanted. */
export interface AuditQuestion {
  /** A part of who did it, or of what it was done to. */
  search: string;
  action: AuditAction | undefined;
  span: ListSpan;
}

/** Reads it from an address (`q`, `action`, `from`, `to`, `order`). */
export function parseAuditQuestion(params: URLSearchParams): AuditQuestion {
  return {
    search: parseSearchText(params.get("q")),
    action: parseAuditAction(params.get("action")),
    span: parseSpan(params).span,
  };
}

/** Writes it for a link. */
export function auditParams({ search, action, span }: AuditQuestion): Record<string, string> {
  return { ...(search && { q: search }), ...(action && { action }), ...spanParams(span) };
}
