import type { Catalogue } from "../../message-key";
import { everywhere } from "./everywhere";
import { office } from "./office";
import { payouts } from "./payouts";
import { people } from "./people";
import { studio } from "./studio";

/** The English texts. */
export const en = { ...everywhere, ...studio, office, payouts, people } satisfies Catalogue;
