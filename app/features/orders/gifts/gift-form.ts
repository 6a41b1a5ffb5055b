import { z } from "zod";
import { emailField } from "~/features/accounts/accounts/account-forms";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { parseDay, startOfDay } from "~/features/base/money/day-start";
import { dayMs } from "~/features/base/money/durations";
import { giftDaysAhead, giftMessageLength } from "./gift-limits";

/** The hour in São Paulo at which a gift is sent on its day. */
const sendHour = 9;

/** Reads a day; null if it is empty or today or before, when the gift is sent at once. */
function dayField(now: Date) {
  return z
    .string()
    .default("")
    .transform((typed, context) => {
      const text = typed.trim();
      if (text === "") return null;
      const day = parseDay(text);
      const sendAt = day && startOfDay(day, sendHour);
      if (!sendAt || sendAt.getTime() > now.getTime() + giftDaysAhead * dayMs) {
        context.addIssue({ code: "custom", message: fieldMessage("gifts.dayInvalid") });
        return z.NEVER;
      }
      return sendAt > now ? sendAt : null;
    });
}

const messageField = z
  .string()
  .default("")
  .transform((typed) => typed.replace(/\r\n?/g, "\n").trim())
  .pipe(z.string().max(giftMessageLength, fieldMessage("gifts.messageTooLong")))
  .transform((text) => text || null);

/** The form of a gift: recipient, day of sending, and message. */
export function giftForm(now: Date) {
  return z.object({ email: emailField, day: dayField(now), message: messageField });
}
