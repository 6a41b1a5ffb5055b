import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import type { DetailsView } from "./show-details-changes.server";

/** A creator's last changes of payout details, newest first; nothing without any. */
export function DetailsHistory({ changes }: Pick<DetailsView, "changes">) {
  const t = useText();
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="details-history">
      <h2 id="details-history" className="mb-4 text-2xl">
        {t("payouts.detailsHistory")}
      </h2>
      <Card>
        <ul className="divide-y divide-line">
          {changes.map((change) => (
            <li key={change.id} className="px-5 py-4">
              <p className="break-words">
                {t("payouts.detailsFromTo", { from: change.from || "–", to: change.to || "–" })}
              </p>
              <p className="text-sm text-ink-soft">
                {t("payouts.detailsChangedAt", { date: change.date })}{" "}
                {t(`payouts.detailsStates.${change.state}`, { date: change.since })}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
