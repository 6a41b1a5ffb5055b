import { languages } from "~/i18n/languages";
import { en } from "~/i18n/locales/en";
import { creatorTitles as englishCreatorTitles } from "~/i18n/locales/en/creator-titles";
import { titles as englishTitles } from "~/i18n/locales/en/everywhere";
import { pt } from "~/i18n/locales/pt";
import { creatorTitles } from "~/i18n/locales/pt/creator-titles";
import { titles as portugueseTitles } from "~/i18n/locales/pt/everywhere";
import { officeTitles } from "~/i18n/locales/pt/office-titles";

type Texts = { readonly [key: string]: string | Texts };

function listTexts(texts: Texts): string[] {
  return Object.values(texts).flatMap((value) => (typeof value === "string" ? [value] : listTexts(value)));
}

/** Whether a text of a page is one of a language. */
export type IsOfLanguage = (text: string) => boolean;

const placeholder = /\{\{\w+\}\}/g;
const brand = / · Sabiá$/;

/** Texts that are the same in both languages (PIX, Dashboard, Sabiá…) or have no word are excluded. */
function onlyIn(own: Texts, other: Texts): IsOfLanguage {
  const shared = new Set(listTexts(other));
  const texts = listTexts(own).filter(
    (text) => !shared.has(text) && /\p{L}/u.test(text.replace(placeholder, "")),
  );
  const fixed = new Set(texts);
  const patterns = texts
    .filter((text) => text.includes("{{"))
    .map((text) => {
      const parts = text.split(placeholder).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
      return new RegExp(`^${parts.join(".+")}( · Sabiá)?$`, "s");
    });
  // Most texts are on many pages.
  const known = new Map<string, boolean>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const isFixed = fixed.has(text) || fixed.has(text.replace(brand, ""));
    const found = isFixed || patterns.some((pattern) => pattern.test(text));
    known.set(text, found);
    return found;
  };
}

const portuguese = { ...pt, titles: portugueseTitles, creatorTitles, officeTitles };
const english = { ...en, titles: englishTitles, creatorTitles: englishCreatorTitles };

/** Texts that occur only in Portuguese, with any values in their placeholders. */
export const portugueseOnly = onlyIn(portuguese, english);
export const englishOnly = onlyIn(english, portuguese);

/** Each language's own name stays in that language; the payment provider's is a name in both. */
const names = new Set<string>([...Object.values(languages).map(({ name }) => name), "Stripe"]);

/** The line of the sample company, whose name is in Portuguese on every page. */
const company = /^Empresa de demonstração · /;

/** Returns the texts of a page that belong to the other language. */
export function findForeign(said: readonly string[], isForeign: IsOfLanguage): string[] {
  return said.filter((text) => !names.has(text) && !company.test(text) && isForeign(text));
}
