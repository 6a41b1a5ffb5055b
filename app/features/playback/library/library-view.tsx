import type { ReactNode } from "react";
import { PurchaseItem } from "~/features/orders/purchases/purchase-item";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { TextLink } from "~/ui/link";
import { ContinueWatching } from "./continue-watching";
import { type LibraryFilters, type LibraryGroup, libraryGroups, libraryPath } from "./library-filters";
import { LibraryRow, WaitingPurchase } from "./library-row";
import type { Counts, LibraryItem } from "./show-library.server";

export function LibraryOverview({ items, counts }: { items: readonly LibraryItem[]; counts: Counts }) {
  const t = useText();
  const linkTo = useLinkTo();
  const parts = libraryGroups.map((group) => ({
    group,
    items: items.filter((item) => item.group === group),
  }));
  return parts.map(({ group, items: itemsOfGroup }) => {
    if (itemsOfGroup.length === 0) return null;
    const more = (counts[group] ?? 0) > itemsOfGroup.length;
    return (
      <section
        key={group}
        aria-labelledby={`part-${group}`}
        className={group === "pay" ? "mt-6" : "mt-10 sm:mt-14"}
      >
        <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 sm:mb-4">
          <h2 id={`part-${group}`} className={group === "pay" ? "sr-only" : "text-2xl sm:text-[1.75rem]"}>
            {t(`library.${group}Title`)}
          </h2>
          {more && (
            <TextLink {...linkTo(libraryPath({ show: group }))}>
              {t("library.seeAll", { count: counts[group] ?? 0 })}
            </TextLink>
          )}
        </div>
        {group === "going" ? (
          <ContinueWatching items={itemsOfGroup} />
        ) : (
          <Items group={group} items={itemsOfGroup} />
        )}
      </section>
    );
  });
}

export function LibraryList({ items, filters }: { items: readonly LibraryItem[]; filters: LibraryFilters }) {
  const t = useText();
  const { search, show } = filters;
  const title = search ? t("library.found", { search }) : t(show ? `library.${show}Title` : "library.all");
  return (
    <section aria-labelledby="list" className="mt-8">
      <h2 id="list" className="mb-3 text-2xl break-words sm:text-[1.75rem]">
        {title}
      </h2>
      {items.length === 0 ? (
        <EmptyState title={search ? t("library.foundNone", { search }) : t("library.emptyGroup")} />
      ) : (
        <Items group={show} items={items} />
      )}
    </section>
  );
}

function Items({ group, items }: { group: LibraryGroup | undefined; items: readonly LibraryItem[] }) {
  if (group === "pay")
    return (
      <Waiting>
        {items.map((item) => (
          <WaitingPurchase key={item.id} item={item} />
        ))}
      </Waiting>
    );
  if (group === "other") {
    return (
      <Card>
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <PurchaseItem key={item.id} purchase={item} />
          ))}
        </ul>
      </Card>
    );
  }
  const waiting = items.filter((item) => item.group === "pay");
  const rest = items.filter((item) => item.group !== "pay");
  return (
    <>
      {waiting.length > 0 && (
        <Waiting>
          {waiting.map((item) => (
            <WaitingPurchase key={item.id} item={item} />
          ))}
        </Waiting>
      )}
      {rest.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {rest.map((item) => (
            <LibraryRow key={item.id} item={item} />
          ))}
        </ul>
      )}
    </>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return <ul className="mb-3 space-y-3">{children}</ul>;
}
