import { FactList } from "~/features/office/sales/fact-list";
import type { Text } from "~/i18n/texts";
import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Notice } from "~/ui/notice";
import type { ReconciliationView } from "./show-reconciliation.server";

/** Returns "há 3 h". */
export function sayHoursAgo(hours: number, t: Text): string {
  return hours < 1 ? t("office.agoNow") : t("office.ago", { count: hours });
}

type CheckStatesProps = Pick<ReconciliationView, "last" | "failed" | "proof">;

/** The last complete reconciliation and ledger proof, with warnings where they are overdue or failed since. */
export function CheckStatuses({ last, failed, proof }: CheckStatesProps) {
  const t = useText();
  const hoursAgo = (date: string, hours: number) => t("office.hoursAgo", { date, count: hours });
  return (
    <>
      {failed && (
        <Notice tone="warn">
          {t("office.runFailed", { date: failed.date, reason: failed.failure ?? "" })}
        </Notice>
      )}
      {last?.age.overdue && <Notice tone="warn">{t("office.runOverdue", { count: last.age.hours })}</Notice>}
      {proof.failed && (
        <Notice tone="warn">
          {t("office.proofFailed", { date: proof.failed.date, reason: proof.failed.failure ?? "" })}
        </Notice>
      )}
      {proof.failedAudit && (
        <Notice tone="warn">
          {t("office.auditFailed", { date: proof.failedAudit.date, reason: proof.failedAudit.failure ?? "" })}
        </Notice>
      )}
      {proof.audit?.age.overdue && (
        <Notice tone="warn">{t("office.auditOverdue", { count: proof.audit.age.hours })}</Notice>
      )}
      {proof.complete?.age.overdue && (
        <Notice tone="warn">{t("office.proofOverdue", { count: proof.complete.age.hours })}</Notice>
      )}
      <Card as="section" className="p-5 sm:p-6">
        <h2 className="mb-2 text-xl">{t("office.lastRun")}</h2>
        {last ? (
          <FactList
            facts={[
              [t("office.completeAt"), hoursAgo(last.date, last.age.hours)],
              [t("office.since"), last.since],
              [t("office.checked"), last.checked],
              [t("office.repaired"), last.repaired],
            ]}
          />
        ) : (
          <p className="text-ink-faint">{t("office.never")}</p>
        )}
        <h3 className="mt-5 mb-1 font-semibold">{t("office.proof")}</h3>
        {proof.complete ? (
          <FactList
            facts={[
              [t("office.completeAt"), hoursAgo(proof.complete.date, proof.complete.age.hours)],
              [t("office.violations"), proof.complete.violations],
              [t("office.wholeProof"), proof.whole?.date ?? t("office.neverWhole")],
            ]}
          />
        ) : (
          <p className="text-ink-faint">{t("office.never")}</p>
        )}
        <h3 className="mt-5 mb-1 font-semibold">{t("office.audit")}</h3>
        {proof.audit ? (
          <FactList
            facts={[
              [t("office.completeAt"), hoursAgo(proof.audit.date, proof.audit.age.hours)],
              [t("office.violations"), proof.audit.violations],
            ]}
          />
        ) : (
          <p className="text-ink-faint">{t("office.neverAudited")}</p>
        )}
      </Card>
    </>
  );
}
