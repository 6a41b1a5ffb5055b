import {
  nameLanguage,
  type SpokenLanguage,
  spokenLanguages,
} from "~/features/videos/listing/spoken-language";
import type { Locale } from "~/i18n/languages";

/** Captions as the player lists them. */
export interface CaptionTrack {
  language: SpokenLanguage;
  /** In the language of the page. */
  name: string;
  /** In the language that is spoken in the video, as far as that is known. */
  asSpoken: boolean;
}

/**
 * The languages in which captions can be offered: those that can be spoken in a video, so that captions in its own
 * language are recognised. The checks of `video_captions` and `caption_orders` list the same.
 */
export const captionLanguages = spokenLanguages;

/** Returns the choices of the creator's form, in the language of its page. */
export function listCaptionLanguages(locale: Locale): { value: string; label: string }[] {
  return captionLanguages.map((value) => ({ value, label: nameLanguage(value, locale) }));
}
