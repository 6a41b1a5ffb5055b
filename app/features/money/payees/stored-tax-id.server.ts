import { formatTaxId, maskTaxId, parseTaxId, type TaxId } from "~/features/base/form-fields/tax-id";
import type { MessageKey } from "~/i18n/message-key";
import type { Db } from "~/platform/db.server";
import type { SecretBox } from "~/platform/secrets.server";
import type { Services } from "~/platform/services";
import { plainCode } from "~/ui/forms/plain-code";
import { findTaxId, updateTaxId } from "./tax.queries.server";

const purpose = "tax id";

/** Empty changes nothing. */
export function readTaxIdField(
  fields: Record<string, string>,
): { ok: true; taxId: TaxId | undefined } | { ok: false; errors: { taxId: MessageKey } } {
  const typed = plainCode(fields.taxId ?? "");
  if (typed === "") return { ok: true, taxId: undefined };
  const taxId = parseTaxId(typed);
  return taxId ? { ok: true, taxId } : { ok: false, errors: { taxId: "creator.taxIdWrong" } };
}

export async function saveTaxId(
  db: Db,
  secretBox: SecretBox,
  { userId, taxId }: { userId: string; taxId: TaxId },
): Promise<void> {
  await updateTaxId(db, userId, secretBox.seal(taxId.value, purpose));
}

/** Throws if the number's key is unknown. */
export function openTaxId(secretBox: SecretBox, sealed: Uint8Array): string {
  return secretBox.open(sealed, purpose);
}

/** Masked; null without a number or its key. */
export async function showTaxId(
  services: Pick<Services, "db" | "secretBox" | "log">,
  userId: string,
): Promise<string | null> {
  return maskSealedTaxId(services, { userId, sealed: await findTaxId(services.db, userId) });
}

export function maskSealedTaxId(
  { secretBox, log }: Pick<Services, "secretBox" | "log">,
  { userId, sealed }: { userId: string; sealed: Uint8Array | null | undefined },
): string | null {
  if (!sealed) return null;
  try {
    return maskTaxId(openTaxId(secretBox, sealed));
  } catch (error) {
    log.error({ err: error, userId }, "a tax id could not be decrypted");
    return null;
  }
}

/** With punctuation, for the accountant's files; empty without a number or its key. */
export function writeWholeTaxId(
  { secretBox, log }: Pick<Services, "secretBox" | "log">,
  { userId, sealed }: { userId: string; sealed: Uint8Array | null },
): string {
  try {
    return sealed ? formatTaxId(openTaxId(secretBox, sealed)) : "";
  } catch (error) {
    log.error({ err: error, userId }, "a tax id could not be decrypted");
    return "";
  }
}
