import { formatShare, platformShareBp } from "~/features/base/money/platform-share";
import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import type { FeeView } from "./show-fees.server";

/** The fees that were set for a creator, newest first, each with its reason and author. */
export function FeeHistory({ fees }: { fees: readonly FeeView[] }) {
  const t = useText();
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("fees.history")}</h2>
      {fees.length === 0 && (
        <p className="text-ink-faint">{t("fees.none", { percent: formatShare(platformShareBp) })}</p>
      )}
      <ul className="divide-y divide-line">
        {fees.map(({ id, percent, from, reason, email, approver, date }) => (
          <li key={id} className="min-w-0 py-3">
            <p className="font-semibold">{t("fees.entry", { percent, date: from })}</p>
            <p className="break-words">{reason}</p>
            <p className="text-sm break-words text-ink-faint">
              {date} · {email}
              {approver && ` · ${t("approvals.approvedBy", { email: approver })}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
