import { defaultLocale, type Locale, languages } from "~/i18n/languages";

const kibibyte = 1024;
const mebibyte = 1024 * 1024;

/**
 * Writes an amount of data as the screens say it: "3,4 MB", where a megabyte is 1,048,576 bytes as in the limit of
 * 500 MB.
 */
export function formatBytes(bytes: number, locale: Locale = defaultLocale): string {
  const [value, unit] = bytes < mebibyte ? [bytes / kibibyte, "KB"] : [bytes / mebibyte, "MB"];
  const digits = value < 10 && unit === "MB" ? 1 : 0;
  return `${value.toLocaleString(languages[locale].numbers, { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`;
}
