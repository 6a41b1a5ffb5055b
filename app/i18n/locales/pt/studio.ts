import { creator } from "./creator";
import { uploads } from "./uploads";
import { videos } from "./videos";

/** The Portuguese texts that only the creator area needs: its layout brings them along. */
export const studio = { creator, uploads, videos };
