import { readNewCodes } from "~/features/accounts/factors/new-codes.server";
import { groupInFours } from "~/features/accounts/factors/recovery-code";
import { findRemoval } from "~/features/accounts/factors/removals.queries.server";
import {
  countRecoveryCodes,
  findSecondFactor,
} from "~/features/accounts/factors/second-factor.queries.server";
import {
  isSetUpOpen,
  secretPurpose,
  totpAddress,
} from "~/features/accounts/factors/set-up-second-factor.server";
import { drawQrCode } from "~/features/base/documents/qr-code.server";
import { formatDay } from "~/features/base/form-fields/dates";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import type { Viewer } from "~/platform/session/session.queries.server";

interface SecondFactorQuery {
  /** Its cookie holds the recovery codes, once, after they were made. */
  request: Request;
  viewer: Pick<Viewer, "userId" | "email">;
  /** The secret of a factor that is being set up is shown only without it. */
  proofNeeded: boolean;
  locale: Locale;
}

/** Returns the second factor that is on, or the one that is being set up. */
export async function showSecondFactor(
  services: Pick<Services, "db" | "clock" | "secretBox" | "env">,
  { request, viewer: { userId, email }, proofNeeded, locale }: SecondFactorQuery,
) {
  const { db, secretBox } = services;
  const found = await findSecondFactor(db, userId);
  if (found?.confirmed_at) {
    const left = await countRecoveryCodes(db, userId);
    const codes = (await readNewCodes(services, request, userId)) ?? null;
    return {
      on: {
        since: formatDay(found.confirmed_at, locale),
        left,
        codes,
        email,
        lost: (await findRemoval(db, userId)) !== undefined,
      },
      pending: null,
    };
  }
  if (!found || proofNeeded || !isSetUpOpen(found, services.clock())) return { on: null, pending: null };
  const secret = secretBox.open(found.secret, secretPurpose);
  const pending = { secret: groupInFours(secret), qr: drawQrCode(totpAddress(secret, email)) ?? null };
  return { on: null, pending };
}
