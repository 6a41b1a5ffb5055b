import { serverTexts } from "~/i18n/i18next.server";
import { localizePath } from "~/i18n/language-in-address";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { findAcceptance } from "./terms.queries.server";
import type { TermsQuestion } from "./terms-notice";

/**
 * Returns the notice for a person who has not accepted the current terms; null for everyone else. Its words come with
 * the page, so that no script carries them.
 */
export async function askForTerms(
  db: Db,
  viewer: { userId: string } | undefined,
  locale: Locale,
): Promise<TermsQuestion | null> {
  const accepted = viewer ? await findAcceptance(db, viewer.userId) : "current";
  if (accepted === "current") return null;
  const text = serverTexts[locale];
  return {
    text: text(accepted === "former" ? "law.changed" : "law.first"),
    read: text("law.read"),
    readAt: localizePath("/terms", locale),
    accept: text("law.accept"),
    acceptAt: localizePath("/account/terms", locale),
  };
}
