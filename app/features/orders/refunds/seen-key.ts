import { z } from "zod";
import { fieldMessage } from "~/features/base/form-fields/typed-text";

/** When a Pix key was given, as a page had it: empty for none. */
export const seenKeyGivenAt = z
  .union([z.literal(""), z.iso.datetime(fieldMessage("common.checkFields"))])
  .default("")
  .transform((seen) => (seen ? new Date(seen) : null));
