import { parsePixKey } from "~/features/base/form-fields/pix-key";
import { transliterate } from "~/i18n/accents";
import type { Payee } from "./payee";

type PayableByCode = Pick<Payee, "payment_method" | "pix_key" | "payee_name"> & {
  id: string;
  amount_cents: number;
  status: string;
};

/** Undefined for another method, an invalid key and a settled payout, whose code could be paid twice. */
export function writePayoutCode(payout: PayableByCode): string | undefined {
  if (payout.status !== "prepared" || payout.payment_method !== "pix") return undefined;
  const pix = parsePixKey(payout.pix_key ?? "");
  if (!pix.ok) return undefined;
  return writeBrCode({
    pixKey: pix.key,
    cents: payout.amount_cents,
    receiver: payout.payee_name,
    txid: txidOf(payout.id),
  });
}

/** Banco Central, "Manual de Padrões para Iniciação do Pix", static BR Code. */
interface BrCode {
  /** A valid key in the directory's format, at most 77 characters (DICT). */
  pixKey: string;
  cents: number;
  receiver: string;
  /** 1 to 25 letters and digits, shown to both sides and in bank statements. */
  txid: string;
}

const nameMaxLength = 25;

/** The code needs a city; banks show the account holder's own. */
const city = "BRASIL";

/** Two digits of id, two of length, the value. Throws if the value has more than 99 characters. */
function field(id: string, value: string): string {
  if (value.length > 99) throw new RangeError(`field ${id} is too long`);
  return `${id}${String(value.length).padStart(2, "0")}${value}`;
}

/** CRC-16/CCITT-FALSE of ASCII, as four hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}

/** Keeps what every bank reads: capitals without accents, digits, spaces and `.-/`. */
export function plainName(name: string): string {
  const plain = transliterate(name)
    .toUpperCase()
    .replace(/[^A-Z0-9 ./-]+/g, " ")
    .replace(/ +/g, " ")
    .trim()
    .slice(0, nameMaxLength)
    .trim();
  return plain || "RECEBEDOR";
}

/** "Pix copia e cola", which can be paid more than once. Throws RangeError if a field does not fit. */
export function writeBrCode({ pixKey, cents, receiver, txid }: BrCode): string {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError("the amount must be whole cents");
  if (!/^[A-Za-z0-9]{1,25}$/.test(txid)) throw new RangeError("the txid must be 1 to 25 letters and digits");
  const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
  if (amount.length > 13) throw new RangeError("the amount is too long");
  const code =
    field("00", "01") +
    field("26", field("00", "br.gov.bcb.pix") + field("01", pixKey)) +
    field("52", "0000") +
    field("53", "986") +
    field("54", amount) +
    field("58", "BR") +
    field("59", plainName(receiver)) +
    field("60", city) +
    field("62", field("05", txid)) +
    "6304";
  return code + crc16(code);
}

/** A UUID as 25 capital letters and digits: the limit of a static code; banks write it in capitals. */
export function txidOf(payoutId: string): string {
  return BigInt(`0x${payoutId.replaceAll("-", "")}`)
    .toString(36)
    .toUpperCase()
    .padStart(25, "0");
}
