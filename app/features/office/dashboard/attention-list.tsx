import { sayHoursAgo } from "~/features/office/reconciliation/check-statuses";
import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Icon, type IconName } from "~/ui/icons";
import { Link } from "~/ui/link";
import { buttonLook } from "~/ui/looks";
import { NavMark } from "~/ui/page-frame/area-menu";
import { type AttentionItem, type AttentionKind, describeTask, describeTaskMore } from "./attention-kinds";

const looks: Partial<
  Record<AttentionKind, { icon: IconName; does: "answer" | "transfer" | "prepare" | "pay" }>
> = {
  disputes: { icon: "card", does: "answer" },
  byHand: { icon: "undo", does: "transfer" },
  payable: { icon: "bank", does: "prepare" },
  prepared: { icon: "bank", does: "pay" },
};

interface AttentionListProps {
  items: readonly AttentionItem[];
  limit: number;
  /** Since the last reconciliation; undefined if something differs. */
  checkedHours: number | undefined;
}

export function AttentionList({ items, limit, checkedHours }: AttentionListProps) {
  const t = useText();
  return (
    <Card as="section" aria-labelledby="attention" className="mt-4 p-4 sm:p-6">
      <h2 id="attention" className="flex items-center gap-2 text-xl">
        {t("people.tasks.title")}
        {items.length > 0 && (
          <NavMark count={items.length} text={t("people.tasks.count", { count: items.length })} />
        )}
      </h2>
      {items.length === 0 && <p className="mt-2 text-ink-soft">{t("people.tasks.none")}</p>}
      <ul className="mt-2 divide-y divide-line">
        {items.map((item, at) => {
          const { icon = "alert", does = "see" } = looks[item.kind] ?? {};
          const more = describeTaskMore(item, t);
          return (
            <li key={item.kind}>
              <Link
                to={item.to}
                className="-mx-2 flex items-center gap-4 rounded-control px-2 py-3 hover:bg-sunken"
              >
                <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-warn-soft text-on-warn-soft max-sm:hidden">
                  <Icon name={icon} />
                </span>
                <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <span className="block font-semibold">{describeTask(item, { limit, t })}</span>
                  {more && <span className="line-clamp-2 text-sm text-ink-soft">{more}</span>}
                </span>
                <span
                  className={buttonLook(
                    at === 0 ? "primary" : "secondary",
                    "small",
                    "w-32 shrink-0 max-sm:hidden",
                  )}
                >
                  {t(`people.tasks.do.${does}`)}
                </span>
                <Icon name="chevron-down" className="size-5 -rotate-90 sm:hidden" />
              </Link>
            </li>
          );
        })}
      </ul>
      {checkedHours !== undefined && (
        <Link
          to="/admin/reconciliation"
          className="-mb-2 flex min-h-11 items-center gap-3 border-t border-line pt-2 font-semibold text-forest-ink"
        >
          <Icon name="check" className="size-5 shrink-0" />
          {t("people.tasks.allMatch", { ago: sayHoursAgo(checkedHours, t) })}
        </Link>
      )}
    </Card>
  );
}
