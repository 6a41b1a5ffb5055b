import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";

interface RuleInHistory {
  id: string;
  /** What was set, and from when. */
  text: string;
  reason: string;
  date: string;
  email: string;
  approver: string | null;
}

/** Rules that were set, newest first, each with its reason and author. `never`: while none was. */
export function RuleHistory({ rules, never }: { rules: readonly RuleInHistory[]; never: string }) {
  const t = useText();
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("fees.history")}</h2>
      {rules.length === 0 && <p className="text-ink-faint">{never}</p>}
      <ul className="divide-y divide-line">
        {rules.map(({ id, text, reason, date, email, approver }) => (
          <li key={id} className="min-w-0 py-3">
            <p className="font-semibold tabular-nums">{text}</p>
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
