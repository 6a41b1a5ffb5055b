import { formatMoney } from "~/features/base/money/money";
import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import type { AdjustmentView } from "./show-story.server";

/** A creator's adjustments, newest first, each with its reason and author. */
export function AdjustmentList({ adjustments }: { adjustments: readonly AdjustmentView[] }) {
  const t = useText();
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("adjust.history")}</h2>
      {adjustments.length === 0 && <p className="text-ink-faint">{t("adjust.none")}</p>}
      <ul className="divide-y divide-line">
        {adjustments.map(({ id, kind, cents, reason, email, approver, date }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
            <div className="min-w-0 sm:max-w-xl">
              <p className="font-semibold">{t(`adjust.kinds.${kind}`)}</p>
              <p className="break-words">{reason}</p>
              <p className="text-sm break-words text-ink-faint">
                {date} · {email}
                {approver && ` · ${t("approvals.approvedBy", { email: approver })}`}
              </p>
            </div>
            <p className="text-lg font-bold tabular-nums">{formatMoney(cents, "BRL")}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
