import { z } from "zod";
import { fieldMessage, typedLines, typedText } from "~/features/base/form-fields/typed-text";
import { plainCode } from "~/ui/forms/plain-code";

export const messageMaxLength = 4_000;
export const shortTextMaxLength = 80;

const shortText = typedText().max(shortTextMaxLength, fieldMessage("accounts.tooLong")).default("");

/** A program that fills in the hidden `website` gets the usual response, and no mail is sent. */
export const supportForm = z.object({
  id: z.uuid(fieldMessage("common.checkFields")),
  email: z
    .string(fieldMessage("accounts.emailInvalid"))
    .max(254, fieldMessage("accounts.emailInvalid"))
    .overwrite(plainCode)
    .pipe(z.email(fieldMessage("accounts.emailInvalid"))),
  purchase: shortText,
  code: shortText,
  message: typedLines(fieldMessage("common.required"))
    .min(1, fieldMessage("common.required"))
    .max(messageMaxLength, fieldMessage("accounts.tooLong")),
  website: z.string().default(""),
});

export type SupportForm = z.infer<typeof supportForm>;
