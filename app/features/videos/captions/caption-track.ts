import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";

/** Captions as the player lists them. */
export interface CaptionTrack {
  language: SpokenLanguage;
  /** In the language of the page. */
  name: string;
  /** In the language that is spoken in the video, as far as that is known. */
  asSpoken: boolean;
}
