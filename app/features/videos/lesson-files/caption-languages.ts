import {
  nameLanguage,
  type SpokenLanguage,
  spokenLanguages,
} from "~/features/videos/listing/spoken-language";
import type { Locale } from "~/i18n/languages";

export interface CaptionTrack {
  language: SpokenLanguage;
  name: string;
  /** In the language that is spoken in the video, as far as that is known. */
  asSpoken: boolean;
}

/**
 * Those that can be spoken in a video, so that captions in its own language are recognised. The checks of
 * `video_captions` and `caption_orders` list the same.
 */
export const captionLanguages = spokenLanguages;

export function listCaptionLanguages(locale: Locale): { value: string; label: string }[] {
  return captionLanguages.map((value) => ({ value, label: nameLanguage(value, locale) }));
}
