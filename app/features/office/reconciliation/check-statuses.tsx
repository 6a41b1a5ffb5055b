import { FactList, FoldedPart } from "~/features/office/sales/fact-list";
import type { Text } from "~/i18n/texts";
import { useText } from "~/i18n/use-locale";
import { Notice } from "~/ui/notice";
import type { ReconciliationView } from "./show-reconciliation.server";

export function sayHoursAgo(hours: number, t: Text): string {
  return hours < 1 ? t("office.agoNow") : t("office.ago", { count: hours });
}

type CheckStatesProps = Pick<ReconciliationView, "last" | "failed" | "proof">;

/** A reconciliation or proof is overdue, or failed since the last complete one. */
export function CheckWarnings({ last, failed, proof }: CheckStatesProps) {
  const t = useText();
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
    </>
  );
}

export function CheckFacts({ last, proof }: Omit<CheckStatesProps, "failed">) {
  const t = useText();
  const violations = (proof.complete?.violations ?? 0) + (proof.audit?.violations ?? 0);
  return (
    <FoldedPart
      title={t("office.checks")}
      value={violations === 1 ? t("office.violation") : t("office.violations", { count: violations })}
    >
      <FactList
        facts={[
          [t("office.lastRun"), last?.date ?? t("office.never")],
          [t("office.since"), last?.since],
          [t("office.checked"), last?.checked],
          [t("office.repaired"), last?.repaired],
          [t("office.proof"), proof.complete?.date ?? t("office.never")],
          [t("office.wholeProof"), proof.whole?.date ?? t("office.never")],
          [t("office.audit"), proof.audit?.date ?? t("office.neverAudited")],
        ]}
      />
    </FoldedPart>
  );
}
