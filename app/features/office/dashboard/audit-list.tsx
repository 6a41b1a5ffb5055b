import {
  type AuditAction,
  type AuditFacts,
  type AuditTargetKind,
  isHarmful,
} from "~/features/base/audit/audit-actions";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";
import { AuditFactList } from "./audit-facts";

export interface EntryView {
  id: string;
  date: string;
  action: AuditAction;
  actor: string;
  from: string;
  target: { kind: AuditTargetKind; id: string; label: string };
  reason: string | null;
  before: AuditFacts | null;
  after: AuditFacts | null;
}

const pages: { [Kind in AuditTargetKind]?: (id: string) => string } = {
  sale: (id) => `/admin/sales/${id}`,
  review: () => "/admin/reviews",
  question: () => "/admin/questions",
  batch: (id) => `/admin/payouts/${id}`,
  reconciliation: () => "/admin/reconciliation",
};

export function AuditList({ entries }: { entries: readonly EntryView[] }) {
  const t = useText();
  return (
    <Card>
      <ul className="divide-y divide-line">
        {entries.map(({ id, date, action, actor, from, target, reason, before, after }) => {
          const page = pages[target.kind]?.(target.id);
          return (
            <li key={id} className="px-5 py-4 sm:px-6">
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
                <Badge tone={isHarmful(action) ? "warn" : "neutral"}>{t(`audit.actions.${action}`)}</Badge>
                <span className="text-sm text-ink-faint tabular-nums">{date}</span>
              </div>
              <p className="mt-2 font-semibold break-words">
                <span className="font-normal text-ink-faint">{t(`audit.kinds.${target.kind}`)}: </span>
                {page ? (
                  <Link
                    to={page}
                    className="-my-2.5 inline-block py-2.5 text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
                  >
                    {target.label}
                  </Link>
                ) : (
                  target.label
                )}
              </p>
              <p className="text-sm break-words text-ink-soft">
                {t("audit.by", { actor })}
                {from && ` · ${from}`}
              </p>
              {reason && (
                <p className="mt-2 text-sm break-words">
                  {t("audit.reason")}: {reason}
                </p>
              )}
              <AuditFactList before={before} after={after} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
