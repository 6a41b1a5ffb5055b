import type { AuditException } from "./judge-audit";

/**
 * Vulnerabilities that do not fail the audit, each with its reason and the last day on which it may stay. None at
 * present.
 */
export const auditExceptions: AuditException[] = [];
