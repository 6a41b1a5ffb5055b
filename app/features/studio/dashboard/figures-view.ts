import { type KnownSource, knownSources, type VisitSource } from "~/features/orders/coupons/visit-source";
import { type Day, dayMs, dayOf } from "~/i18n/days";
import type { Text } from "~/i18n/texts";
import type { IconName } from "~/ui/icons";

/** In days. */
const maxDays = 366;

const usualDays = 30;

export interface FiguresPeriod {
  /** Both included, in São Paulo. */
  from: Day;
  until: Day;
  days: Day[];
}

type PeriodChoice = "week" | "month" | "year";

/** At most 366 days, ending today at the latest; 30 days if missing or unreadable. `from`, `until`: `YYYY-MM-DD`. */
export function parseFiguresPeriod(from: string | null, until: string | null, now: Date): FiguresPeriod {
  const today = Date.parse(dayOf(now));
  const last = Math.min(parseDay(until) ?? today, today);
  const wanted = parseDay(from) ?? last - (usualDays - 1) * dayMs;
  const first = wanted > last ? last : Math.max(wanted, last - (maxDays - 1) * dayMs);
  const days = Array.from({ length: (last - first) / dayMs + 1 }, (_, index) =>
    writeDay(first + index * dayMs),
  );
  return { from: writeDay(first), until: writeDay(last), days };
}

export function listPeriodChoices(now: Date): { choice: PeriodChoice; from: Day; until: Day }[] {
  const until = dayOf(now);
  const back = (days: number) => writeDay(Date.parse(until) - (days - 1) * dayMs);
  return [
    { choice: "week", from: back(7), until },
    { choice: "month", from: back(usualDays), until },
    { choice: "year", from: `${until.slice(0, 4)}-01-01`, until },
  ];
}

function parseDay(text: string | null): number | undefined {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return undefined;
  const time = Date.parse(text);
  // The 31st of February is read as the 3rd of March.
  return Number.isNaN(time) || writeDay(time) !== text ? undefined : time;
}

function writeDay(time: number): Day {
  return new Date(time).toISOString().slice(0, 10);
}

export const listedSources = 30;
export const listedVideos = 50;

export type NameSource = (source: VisitSource) => string;

export function sourceNames(t: Text): NameSource {
  return (source) => {
    const known = knownSources.find((name) => name === source);
    if (known) return t(`figures.source.${known}`);
    if (source === "lessons") return t("figures.source.lessons");
    const at = source.indexOf(":");
    const [kind, name] = [source.slice(0, at), source.slice(at + 1)];
    if (kind === "coupon") return t("figures.source.coupon", { code: name });
    return kind === "utm" ? t("figures.source.campaign", { name }) : name;
  };
}

const icons: Partial<Record<KnownSource, IconName>> = {
  direct: "globe",
  shop: "search",
  google: "search",
  bing: "search",
  qr: "qr",
};

export function sourceIcon(source: VisitSource): IconName {
  if (source.startsWith("coupon:")) return "star";
  if (source === "lessons") return "menu";
  return icons[source as KnownSource] ?? "share";
}
