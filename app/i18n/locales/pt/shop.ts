import { creators } from "./creators";
import { reviews } from "./reviews";
import { salesPage } from "./sales-page";
import { sharing } from "./sharing";

export const shop = { creators, reviews, salesPage, sharing };
