import { creators as publicPage } from "./creators";
import { guests } from "./giving/guests";
import { ownPage } from "./own-page";
import { pix } from "./pix";
import { coupons } from "./selling/coupons";
import { creatorPayouts } from "./selling/creator-payouts";
import { sharing } from "./sharing";
import { studio } from "./studio";
import { questions } from "./watching/questions";

/** The Portuguese texts of the creators' area, which its layout loads. */
export const creatorArea = {
  ...studio,
  coupons,
  creators: { ...publicPage, ...ownPage },
  guests,
  payouts: creatorPayouts,
  pix,
  questions,
  sharing,
};
