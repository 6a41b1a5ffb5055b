import { accounts } from "./accounts";
import { admin } from "./admin";
import { common } from "./common";
import { errors } from "./errors";
import { install } from "./install";
import { marketplace } from "./marketplace";
import { sales } from "./sales";
import { watch } from "./watching/watch";

export { titles } from "./titles";

/** The Portuguese texts that any screen may need: every page loads them. */
export const everywhere = {
  accounts,
  admin,
  common,
  errors,
  install,
  marketplace,
  sales,
  watch,
};
