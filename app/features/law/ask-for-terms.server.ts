import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { hasAcceptedTerms } from "./terms.queries.server";

/** The words of the notice, which come with the page, so that no script carries them. */
export interface TermsQuestion {
  text: string;
  read: string;
  accept: string;
}

/** Returns the notice for a person who has not accepted the current terms; null for everyone else. */
export async function askForTerms(
  db: Db,
  viewer: { userId: string } | undefined,
  locale: Locale,
): Promise<TermsQuestion | null> {
  if (!viewer || (await hasAcceptedTerms(db, viewer.userId))) return null;
  const text = serverTexts[locale];
  return { text: text("law.changed"), read: text("law.read"), accept: text("law.accept") };
}
