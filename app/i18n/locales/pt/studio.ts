import { covers } from "./covers";
import { creator } from "./creator";
import { figures } from "./figures";
import { previews } from "./previews";
import { courses } from "./selling/courses";
import { shareVideo } from "./share-video";
import { uploads } from "./uploads";
import { videos } from "./videos";

/** The Portuguese texts that only the creator area needs: its layout brings them along. */
export const studio = { courses, covers, creator, figures, previews, shareVideo, uploads, videos };
