import { courses } from "~/i18n/locales/en/selling/courses";
import { drafts } from "~/i18n/locales/en/selling/drafts";
import { figures } from "~/i18n/locales/en/selling/figures";
import { shareVideo } from "~/i18n/locales/en/selling/share-video";
import { covers } from "./covers";
import { creator } from "./creator";
import { previews } from "./previews";
import { uploads } from "./uploads";
import { videos } from "./videos";

/** The English texts that only the creator area needs: its layout brings them along. */
export const studio = { courses, covers, creator, drafts, figures, previews, shareVideo, uploads, videos };
