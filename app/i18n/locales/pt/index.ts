import { adjust } from "./adjust";
import { audit } from "./audit";
import { everywhere } from "./everywhere";
import { office } from "./office";
import { payouts } from "./payouts";
import { people } from "./people";
import { pix } from "./pix";
import { purchases } from "./purchases";
import { studio } from "./studio";

/** The Portuguese texts: the source that the other catalogues follow. */
export const pt = { ...everywhere, ...studio, adjust, audit, office, payouts, people, pix, purchases };
