import { Form } from "@remix-run/react";
import { amountPattern } from "~/features/base/money/price";
import type { MessageKey } from "~/i18n/message-key";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { marketplacePath, type ShopFilters, type Sort, sorts } from "./shop-filters";
import type { ShopTopic } from "./video-page";

const sortNames: Record<Sort, MessageKey> = {
  newest: "marketplace.sortNewest",
  bestsellers: "marketplace.sortBestsellers",
  rating: "marketplace.sortRating",
  "price-up": "marketplace.sortPriceUp",
  "price-down": "marketplace.sortPriceDown",
};

/** On a phone folded under the current order. */
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
        // Firefox would restore a choice that the address does not have.
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

/** Links keep search, order and price. */
export function TopicChips({ topics, filters }: { topics: ShopTopic[]; filters: ShopFilters }) {
  const t = useText();
  // Chosen first, to be visible without scrolling.
  const chosen = (topic: ShopTopic) => topic.slug === filters.topic;
  const ordered = [...topics.filter(chosen), ...topics.filter((topic) => !chosen(topic))];
  return (
    <nav aria-label={t("marketplace.topics")}>
      <Fruits />
      <ul className="row-aside flex gap-2 overflow-x-auto py-3 pr-12 mask-r-from-[calc(100%-4rem)]">
        <Chip filters={{ ...filters, topic: "" }} current={filters.topic === ""}>
          {t("marketplace.allTopics")}
        </Chip>
        {ordered.map(({ slug, name, family }) => (
          <Chip
            key={slug}
            filters={{ ...filters, topic: slug }}
            current={filters.topic === slug}
            {...(family && { family })}
          >
            {name}
          </Chip>
        ))}
      </ul>
    </nav>
  );
}

interface ChipProps {
  filters: ShopFilters;
  current: boolean;
  family?: NonNullable<ShopTopic["family"]>;
  children: string;
}

function Chip({ filters, current, family, children }: ChipProps) {
  const linkTo = useLinkTo();
  return (
    <li className="shrink-0">
      <Link
        {...linkTo(marketplacePath(filters))}
        aria-current={current ? "page" : undefined}
        className={classNames(
          "flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold whitespace-nowrap",
          current ? "border-ink bg-ink text-canvas" : "border-line bg-surface text-ink hover:border-ink",
        )}
      >
        {family && (
          <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
            <use href={`#fruit-${fruits[family]}`} />
          </svg>
        )}
        {children}
      </Link>
    </li>
  );
}

const fruits = { making: "ipe", home: "jabuticaba", body: "jabuticaba", study: "laranja" } as const;

function Fruits() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      <symbol id="fruit-ipe" viewBox="0 0 16 16">
        <g className="fill-rating">
          <circle cx="8" cy="4" r="3" />
          <circle cx="11.8" cy="6.8" r="3" />
          <circle cx="10.4" cy="11.3" r="3" />
          <circle cx="5.6" cy="11.3" r="3" />
          <circle cx="4.2" cy="6.8" r="3" />
        </g>
        <circle cx="8" cy="8" r="2" className="fill-bird-breast" />
      </symbol>
      <symbol id="fruit-jabuticaba" viewBox="0 0 16 16">
        <g className="fill-jabuticaba">
          <circle cx="4.8" cy="6" r="3.6" />
          <circle cx="11.4" cy="6.6" r="3.4" />
          <circle cx="7.8" cy="11.4" r="3.4" />
        </g>
      </symbol>
      <symbol id="fruit-laranja" viewBox="0 0 16 16">
        <circle cx="8" cy="9.4" r="5.4" className="fill-bird-breast" />
        <path d="M8 4.4c.4-2 2-3.2 4.6-3-.2 2.200-2 3.400-4.600 3z" className="fill-bird-back" />
      </symbol>
    </svg>
  );
}
