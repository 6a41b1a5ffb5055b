import type { ReactNode } from "react";
import { defaultLocale, type Locale, languages, locales } from "./languages";
import { MoreTexts, type Texts } from "./texts";

/** A browser loads them in one language, beside the pages that need them. */
interface TextGroup {
  texts?: Texts;
  error?: unknown;
  loading?: Promise<void>;
}

const groups: TextGroup[] = [];

/** A change of language reloads the document. */
export function documentLocale(): Locale {
  const { lang } = document.documentElement;
  return locales.find((known) => languages[known].tag === lang) ?? defaultLocale;
}

/** Of one language, by paths such as `…/pt/shop.ts`. */
export function filesOf<File>(locale: Locale, files: Record<string, File>): File[] {
  return Object.entries(files).flatMap(([path, file]) => (path.includes(`/${locale}/`) ? [file] : []));
}

/** On the server the group is empty: all texts are at hand there. */
function loadTextGroup(sources: Record<string, () => Promise<unknown>>): TextGroup {
  const group: TextGroup = {};
  if (typeof document === "undefined") return group;
  group.loading = Promise.all(filesOf(documentLocale(), sources).map((load) => load())).then(
    (files) => {
      group.texts = Object.assign({}, ...files);
    },
    (error: unknown) => {
      group.error = error;
    },
  );
  groups.push(group);
  return group;
}

/** Throws the error of a group that failed. */
export async function waitForTextGroups(): Promise<void> {
  await Promise.all(groups.map(({ loading }) => loading));
  for (const { error } of groups) if (error) throw error;
}

/** While the texts load after a navigation, suspends, so that React keeps the previous page. */
function GroupTexts({ group, children }: { group: TextGroup; children: ReactNode }) {
  if (group.error) throw group.error;
  if (group.loading && !group.texts) throw group.loading;
  return group.texts ? <MoreTexts texts={group.texts}>{children}</MoreTexts> : children;
}

/**
 * `sources`: the same files of every language, as `import.meta.glob` returns them. They begin to load with the module
 * that names them.
 */
export function pageTexts(sources: Record<string, () => Promise<unknown>>) {
  const group = loadTextGroup(sources);
  return ({ children }: { children: ReactNode }) => <GroupTexts group={group}>{children}</GroupTexts>;
}
