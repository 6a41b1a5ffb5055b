import { Form } from "@remix-run/react";
import { amountPattern } from "~/features/base/money/typed-amount";
import type { MessageKey } from "~/i18n/message-key";
import { languageField } from "~/i18n/page-language";
import { useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { type ShopFilters, type Sort, sorts } from "./shop-filters";

const sortNames: Record<Sort, MessageKey> = {
  newest: "marketplace.sortNewest",
  bestsellers: "marketplace.sortBestsellers",
  rating: "marketplace.sortRating",
  "price-up": "marketplace.sortPriceUp",
  "price-down": "marketplace.sortPriceDown",
};

/** Order and highest price. On a phone they are folded away, under what they are now. */
export function FilterForm({ filters, error }: { filters: ShopFilters; error: MessageKey | undefined }) {
  const t = useText();
  const language = languageField(useLocale());
  const { search, topic, sort, maxPrice } = filters;
  const errorId = "max-price-error";
  return (
    <details className="fold max-sm:w-full" open={error !== undefined || undefined}>
      <summary className="min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-control border border-line-strong bg-surface px-4 py-1 font-semibold">
        {t("marketplace.filterAndSort")}
        <span className="flex items-center gap-2 text-sm font-normal text-ink-soft">
          {t(sortNames[sort])}
          <Icon name="chevron-down" className="size-4" />
        </span>
      </summary>
      <Form
        // Another address shows its own values.
        key={`${sort} ${maxPrice}`}
        method="get"
        action="/marketplace"
        aria-label={t("marketplace.filterAndSort")}
        // Firefox would restore another choice than the address has.
        autoComplete="off"
        className="flex flex-wrap items-start gap-2 max-sm:mt-2"
      >
        {language && <input type="hidden" {...language} />}
        {search && <input type="hidden" name="q" value={search} />}
        {topic && <input type="hidden" name="topic" value={topic} />}
        <div className="relative max-sm:w-full">
          <select
            name="sort"
            defaultValue={sort}
            aria-label={t("marketplace.sort")}
            className="min-h-11 w-full appearance-none rounded-control border border-line-strong bg-surface pr-10 pl-4 hover:border-ink-soft"
          >
            {sorts.map((value) => (
              <option key={value} value={value}>
                {t(sortNames[value])}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute top-1/2 right-4 size-4 -translate-y-1/2 text-ink-soft"
          />
        </div>
        <div className="max-w-full max-sm:grow">
          <label className="flex min-h-11 flex-wrap items-center gap-1.5 rounded-control border border-line-strong bg-surface pl-4 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus hover:border-ink-soft has-aria-invalid:border-danger-ink">
            <span className="whitespace-nowrap text-ink-soft">{t("marketplace.maxPrice")}</span>
            <input
              name="maxPrice"
              defaultValue={maxPrice}
              inputMode="decimal"
              pattern={amountPattern}
              title={t("marketplace.maxPriceInvalid")}
              maxLength={20}
              autoComplete="off"
              placeholder="30,00"
              aria-invalid={error ? true : undefined}
              aria-describedby={error && errorId}
              className="min-h-11 w-20 min-w-0 grow rounded-r-control bg-transparent pr-3 tabular-nums outline-none placeholder:text-ink-faint"
            />
          </label>
          {error && (
            <p id={errorId} className="mt-1 max-w-64 text-sm font-medium text-danger-ink">
              {t(error)}
            </p>
          )}
        </div>
        <Button variant="secondary">{t("marketplace.filter")}</Button>
      </Form>
    </details>
  );
}
