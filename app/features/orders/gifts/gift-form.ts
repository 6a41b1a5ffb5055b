import { z } from "zod";
import { emailField } from "~/features/accounts/accounts/account-forms";
import { lines } from "~/features/base/form-fields/typed-lines";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { parseDay } from "~/features/base/money/day-start";
import { plainCode } from "~/ui/forms/plain-code";
import { decideGiftSending } from "./gift-day";
import { giftMessageLength } from "./gift-limits";

/** Reads a day; null if it is empty or today or before, when the gift is sent at once. */
function dayField(now: Date) {
  return z
    .string()
    .default("")
    .transform((typed, context) => {
      const text = plainCode(typed);
      if (text === "") return null;
      const day = parseDay(text);
      const sendAt = day === undefined ? undefined : decideGiftSending(day, now);
      if (sendAt === undefined) {
        context.addIssue({ code: "custom", message: fieldMessage("gifts.dayInvalid") });
        return z.NEVER;
      }
      return sendAt;
    });
}

const messageField = lines(giftMessageLength, fieldMessage("gifts.messageTooLong")).transform(
  (text) => text || null,
);

/** The form of a gift: recipient, day of sending, and message. */
export function giftForm(now: Date) {
  return z.object({ email: emailField, day: dayField(now), message: messageField });
}
