import { createHash } from "node:crypto";
import type { Currency } from "~/features/base/money/currency";

/** Raised when the drawing changes, so that every picture is made again. */
const design = 1;

export interface VideoPictureFacts {
  id: string;
  title: string;
  price_cents: number;
  currency: Currency;
  thumbnail_url: string | null;
}

export interface CreatorPictureFacts {
  user_id: string;
  full_name: string;
  portrait_key: string | null;
}

/** Returns the public path of a video's share picture. It changes with what the picture shows. */
export function videoPicturePath({
  id,
  title,
  price_cents,
  currency,
  thumbnail_url,
}: VideoPictureFacts): string {
  return `/share/videos/${id}/${version(title, price_cents, currency, thumbnail_url)}.jpg`;
}

/** Returns the public path of a creator's share picture; it changes with the name and the portrait. */
export function creatorPicturePath({ user_id, full_name, portrait_key }: CreatorPictureFacts): string {
  return `/share/creators/${user_id}/${version(full_name, portrait_key)}.jpg`;
}

function version(...shown: (string | number | null)[]): string {
  return createHash("sha256")
    .update(JSON.stringify([design, ...shown]))
    .digest("hex")
    .slice(0, 16);
}
