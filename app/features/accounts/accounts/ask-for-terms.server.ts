import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import { localizePath } from "~/i18n/page-language";
import type { TermsQuestion } from "./terms-notice";
import { termsVersion } from "./terms-version";

/**
 * Returns the notice for a person who has not accepted the current terms; null for everyone else. Its words come with
 * the page, so that no script carries them.
 */
export function askForTerms(
  viewer: { acceptedTerms: readonly string[] } | undefined,
  locale: Locale,
): TermsQuestion | null {
  if (!viewer || viewer.acceptedTerms.includes(termsVersion)) return null;
  const text = serverTexts[locale];
  return {
    text: text(viewer.acceptedTerms.length > 0 ? "law.changed" : "law.first"),
    read: text("law.read"),
    readAt: localizePath("/terms", locale),
    accept: text("law.accept"),
    acceptAt: localizePath("/account/terms", locale),
  };
}
