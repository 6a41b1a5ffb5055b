import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";

export type GrantReason = "sale" | "gift" | "lessons" | "free" | "coupon" | "guest";
export type GrantEnd = "refunded" | "disputed" | "duplicate" | "replaced" | "withdrawn";

interface GrantListProps {
  grants: readonly {
    id: string;
    title: string;
    reason: GrantReason;
    since: string;
    ended: { on: string; why: GrantEnd } | null;
  }[];
}

/** Current and former access of a person, each with its reason. */
export function GrantList({ grants }: GrantListProps) {
  const t = useText();
  if (grants.length === 0) return null;
  return (
    <section aria-labelledby="grants" className="mt-10">
      <h2 id="grants" className="mb-4 text-2xl">
        {t("people.grants")}
      </h2>
      <Card>
        <ul className="divide-y divide-line">
          {grants.map(({ id, title, reason, since, ended }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 sm:px-6"
            >
              <div className="min-w-0 grow basis-48">
                <p className="font-semibold break-words">{title}</p>
                <p className="text-sm text-ink-faint">
                  {ended
                    ? `${since} – ${ended.on}: ${t(`people.grantEnd_${ended.why}`)}`
                    : t("people.grantSince", { date: since })}
                </p>
              </div>
              <Badge tone={ended ? "neutral" : "success"}>{t(`people.grant_${reason}`)}</Badge>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
