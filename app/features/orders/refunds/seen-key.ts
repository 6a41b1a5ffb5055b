import { z } from "zod";
import { fieldMessage } from "~/features/base/form-fields/typed-text";

/** The time of a Pix key as a page showed it; empty without a key. */
export const seenKeyGivenAt = z
  .union([z.literal(""), z.iso.datetime(fieldMessage("common.checkFields"))])
  .default("")
  .transform((seen) => (seen ? new Date(seen) : null));
