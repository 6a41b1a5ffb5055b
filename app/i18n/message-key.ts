import type { pt } from "./locales/pt";
import type { creatorPayouts } from "./locales/pt/selling";

type Shape<Texts> = { [Key in keyof Texts]: Texts[Key] extends string ? string : Shape<Texts[Key]> };

/**
 * Groups of the administrators' screens, which are Portuguese only: where a language lacks one, its texts are
 * Portuguese.
 */
type PortugueseOnly =
  | "adjust"
  | "approvals"
  | "audit"
  | "bankStatement"
  | "disputes"
  | "fees"
  | "mailNames"
  | "moderation"
  | "office"
  | "paying"
  | "people"
  | "releases";

type All = Shape<typeof pt>;

/** The keys of every catalogue: those of the Portuguese one. */
export type Catalogue = Omit<All, PortugueseOnly | "payouts"> &
  Partial<Pick<All, PortugueseOnly>> & {
    /** The part that creators read. */
    payouts: Shape<typeof creatorPayouts>;
  };

type Keys<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Form<Key> : `${Key}.${Keys<Texts[Key]>}`;
}[keyof Texts & string];

/** Of a text with two forms, one key. */
type Form<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;

/** A key such as "accounts.emailTaken"; an unknown one does not compile. */
export type MessageKey = Keys<typeof pt>;
