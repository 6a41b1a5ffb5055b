import { drafts } from "~/i18n/locales/pt/selling/drafts";
import { figures } from "~/i18n/locales/pt/selling/figures";
import { shareVideo } from "~/i18n/locales/pt/selling/share-video";
import { covers } from "./covers";
import { creator } from "./creator";
import { previews } from "./previews";
import { courses } from "./selling/courses";
import { uploads } from "./uploads";
import { videos } from "./videos";

/** The Portuguese texts that only the creator area needs: its layout brings them along. */
export const studio = { courses, covers, creator, drafts, figures, previews, shareVideo, uploads, videos };
