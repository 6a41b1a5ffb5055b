import { ownPage } from "./creator";
import { creators as publicPage, sharing } from "./creators";
import { guests } from "./guests";
import { pix } from "./pix";
import { questions } from "./questions";
import { coupons } from "./selling/coupons";
import { creatorPayouts } from "./selling/creator-payouts";
import { studio } from "./studio";

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
