import { creators } from "./creators";
import { reviews } from "./reviews";
import { salesPage } from "./sales-page";
import { sharing } from "./sharing";

/** The English texts of the public pages of videos and creators. */
export const shop = { creators, reviews, salesPage, sharing };
