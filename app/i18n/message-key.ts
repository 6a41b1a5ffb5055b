import type { pt } from "./locales/pt";
import type { creatorPayouts } from "./locales/pt/selling";

type Shape<Texts> = { [Key in keyof Texts]: Texts[Key] extends string ? string : Shape<Texts[Key]> };

/** The administrators' screens: where a language lacks a group, its texts are Portuguese. */
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

/** The keys of the Portuguese catalogue. */
export type Catalogue = Omit<All, PortugueseOnly | "payouts"> &
  Partial<Pick<All, PortugueseOnly>> & {
    payouts: Shape<typeof creatorPayouts>;
  };

type Keys<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Form<Key> : `${Key}.${Keys<Texts[Key]>}`;
}[keyof Texts & string];

/** Of a text with two forms, one key. */
type Form<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key;

/** Such as "accounts.emailTaken"; an unknown one does not compile. */
export type MessageKey = Keys<typeof pt>;
