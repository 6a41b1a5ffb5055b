import { z } from "zod";
import { emailField } from "~/features/accounts/accounts/account-forms";
import { fieldMessage } from "~/features/base/form-fields/typed-text";
import { giftDaysAhead, giftMessageLength } from "./gift-limits";

const dayMs = 24 * 60 * 60_000;

/** The hour in São Paulo at which a gift is sent on its day; the city has had no daylight-saving time since 2019. */
const sendHour = "T09:00:00-03:00";

/** Reads a day; null if it is empty or today or before, when the gift is sent at once. */
function dayField(now: Date) {
  return z
    .string()
    .default("")
    .transform((typed, context) => {
      const text = typed.trim();
      if (text === "") return null;
      const day = /^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(text) ? new Date(text + sendHour) : undefined;
      const isDay = day && !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
      if (!isDay || day.getTime() > now.getTime() + giftDaysAhead * dayMs) {
        context.addIssue({ code: "custom", message: fieldMessage("gifts.dayInvalid") });
        return z.NEVER;
      }
      return day > now ? day : null;
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
