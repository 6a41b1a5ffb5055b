import { formatDay } from "~/features/base/form-fields/dates";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { maxPasskeys } from "./passkey-limits";
import { listPasskeys } from "./passkeys.queries.server";

/** Returns a person's passkeys. `full`: the maximum number is reached. */
export async function showPasskeys({ db }: Pick<Services, "db">, userId: string, locale: Locale) {
  const passkeys = await listPasskeys(db, userId);
  return {
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created: formatDay(created_at, locale),
      used: last_used_at && formatDay(last_used_at, locale),
    })),
    full: passkeys.length >= maxPasskeys,
  };
}

export type PasskeysView = Awaited<ReturnType<typeof showPasskeys>>;
