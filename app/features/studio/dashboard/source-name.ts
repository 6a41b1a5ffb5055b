import { type KnownSource, knownSources, type VisitSource } from "~/features/orders/coupons/visit-source";
import type { Text } from "~/i18n/texts";
import type { IconName } from "~/ui/icons";

export type NameSource = (source: VisitSource) => string;

/** Returns how a source is called in a language. */
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
