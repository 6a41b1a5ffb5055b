import { z } from "zod";
import { fieldMessage, lines } from "~/features/base/form-fields/typed-text";
import { bioMaxLength, linksMaxLength, parseHandle, parseLinks } from "./profile-rules";

const handleField = z.string(fieldMessage("common.required")).transform((typed, context) => {
  const parsed = parseHandle(typed);
  if (parsed.ok) return parsed.handle;
  context.issues.push({ code: "custom", input: typed, message: fieldMessage(parsed.error) });
  return z.NEVER;
});

const linksField = z
  .string()
  .max(linksMaxLength, fieldMessage("accounts.tooLong"))
  .default("")
  .transform((typed, context) => {
    const parsed = parseLinks(typed);
    if (parsed.ok) return parsed.links;
    context.issues.push({ code: "custom", input: typed, message: fieldMessage(parsed.error) });
    return z.NEVER;
  });

/** The portrait is a separate file. */
export const profileForm = z.object({
  handle: handleField,
  bio: lines(bioMaxLength, fieldMessage("creators.bioTooLong")),
  links: linksField,
  marksPlayback: z
    .string()
    .optional()
    .transform((checked) => checked === "on"),
});

export type ProfileForm = z.output<typeof profileForm>;
