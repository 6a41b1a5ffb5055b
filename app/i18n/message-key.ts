import type { pt } from "./locales/pt";

type Shape<Texts> = { [Key in keyof Texts]: Texts[Key] extends string ? string : Shape<Texts[Key]> };

/** What every catalogue must hold: the keys of the Portuguese one, no more and no fewer. */
export type Catalogue = Shape<typeof pt>;

type Keys<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string ? Key : `${Key}.${Keys<Texts[Key]>}`;
}[keyof Texts & string];

/** A text by its place in the catalogue, such as "accounts.emailTaken": a missing one does not compile. */
export type MessageKey = Keys<typeof pt>;
