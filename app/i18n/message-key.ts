import type { pt } from "./locales/pt";

type Shape<Texts> = { [Key in keyof Texts]: Texts[Key] extends string ? string : Shape<Texts[Key]> };

/**
 * Groups of the creator and admin screens, which are Portuguese only: where a language lacks one, its texts are
 * Portuguese.
 */
type PortugueseOnly =
  | "adjust"
  | "approvals"
  | "audit"
  | "bankStatement"
  | "coupons"
  | "courses"
  | "creator"
  | "disputes"
  | "fees"
  | "guests"
  | "moderation"
  | "office"
  | "paying"
  | "payouts"
  | "people"
  | "uploads"
  | "videos";

type All = Shape<typeof pt>;

/** The keys of every catalogue: those of the Portuguese one. */
export type Catalogue = Omit<All, PortugueseOnly> & Partial<Pick<All, PortugueseOnly>>;

type Keys<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${Keys<Texts[Key]>}`;
}[keyof Texts & string];

/** A key such as "accounts.emailTaken"; an unknown one does not compile. */
export type MessageKey = Keys<typeof pt>;
