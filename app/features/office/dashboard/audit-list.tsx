import {
  type AuditAction,
  type AuditFact,
  type AuditFacts,
  type AuditTargetKind,
  auditFacts,
  isHarmful,
} from "~/features/base/audit/audit-actions";
import { formatShare } from "~/features/base/money/platform-share";
import { evidenceFileFields } from "~/features/office/disputes/evidence";
import { currencies, formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Link } from "~/ui/link";

interface EntryView {
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
  announcement: () => "/admin/announcements",
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

const texts = [
  "admin",
  "pending",
  "processing",
  "completed",
  "refunded",
  "disputed",
  "requested",
  "succeeded",
  "failed",
  "prepared",
  "paid",
  "returned",
  "provider",
  "outside",
  "oldest",
] as const;

/** Such as "Suspensão: não → sim". */
function AuditFactList({ before, after }: { before: AuditFacts | null; after: AuditFacts | null }) {
  const t = useText();
  // The currency formats the amounts and is not listed.
  const named = after?.currency ?? before?.currency;
  const currency = currencies.find((known) => known === named) ?? "BRL";
  const facts = auditFacts
    .filter((fact) => fact !== "currency")
    .filter((fact) => before?.[fact] !== undefined || after?.[fact] !== undefined);
  if (facts.length === 0) return null;
  return (
    <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {facts.map((fact) => (
        <div key={fact} className="flex min-w-0 flex-wrap gap-x-1.5">
          <dt className="text-ink-faint">{t(`audit.facts.${fact}`)}:</dt>
          <dd className="min-w-0 break-words tabular-nums">
            {before?.[fact] !== undefined && after?.[fact] !== undefined ? (
              <>
                {show(fact, before[fact])} <span aria-hidden="true">→</span>
                <span className="sr-only">{t("audit.became")}</span> {show(fact, after[fact])}
              </>
            ) : (
              show(fact, after?.[fact] ?? before?.[fact])
            )}
          </dd>
        </div>
      ))}
    </dl>
  );

  function show(fact: AuditFact, value: AuditFacts[AuditFact]): string {
    if (value === null || value === undefined) return t("audit.values.none");
    if (typeof value === "boolean") return t(value ? "audit.values.yes" : "audit.values.no");
    const evidence = fact === "file" ? evidenceFileFields.find((field) => field === value) : undefined;
    if (evidence) return t(`disputes.fileFields.${evidence}`);
    if (fact === "feeBp" || fact === "reserveBp") return `${formatShare(Number(value))}%`;
    if (typeof value === "number")
      return fact.endsWith("Cents") ? formatMoney(value, currency) : String(value);
    const word = texts.find((known) => known === value);
    return word ? t(`audit.values.${word}`) : value;
  }
}
