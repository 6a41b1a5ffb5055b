import { z } from "zod";
import type { MessageKey } from "~/i18n/message-key";

const says = (key: MessageKey) => key;
const text = (max: number) =>
  z.string(says("common.required")).trim().min(1, says("common.required")).max(max, says("accounts.tooLong"));

/** How a payout ended, as the administrator types it. */
export const paidForm = z.object({ bankReference: text(100) });
export const failedForm = z.object({ failure: text(500) });
