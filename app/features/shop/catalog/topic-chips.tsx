import type { Topic } from "~/features/videos/listing/topic";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { classNames } from "~/ui/class-names";
import { Link } from "~/ui/link";
import { marketplacePath, type ShopFilters } from "./shop-filters";

/** The topics as a row of links that scrolls aside; each keeps search, order and price. */
export function TopicChips({ topics, filters }: { topics: Topic[]; filters: ShopFilters }) {
  const t = useText();
  // The chosen one first, so that it is seen without scrolling aside.
  const chosen = (topic: Topic) => topic.slug === filters.topic;
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
            family={family}
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
  family?: Topic["family"];
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

/** Ipê for what one makes, jabuticaba for home and body, laranjeira for study. */
const fruits = { making: "ipe", home: "jabuticaba", body: "jabuticaba", study: "laranja" } as const;

/** The marks of the families, drawn once on a 16 × 16 grid. */
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
