import { transliterate } from "~/i18n/accents";
import { dayMs } from "~/i18n/days";
import { type BankLine, isEndToEndId, isPlaceholderReference } from "./bank-line";

export type Evidence = "reference" | "txid" | "key" | "name";

/** Strongest evidence first, then open payouts. */
export interface NamedPayouts {
  by: Evidence;
  payouts: MatchedPayout[];
}

interface NamedSearch {
  line: BankLine;
  isOpen: (payout: MatchedPayout) => boolean;
  /** Of open payouts; of others at most two. */
  limit: number;
}

/** Its time grows with the length of the line's text, not with the payouts. */
export interface EvidenceIndex {
  findNamed: (search: NamedSearch) => NamedPayouts | undefined;
  /** Open payouts that fit the line without being named by it. */
  listOpen: (search: NamedSearch) => MatchedPayout[];
  /** By txid, key or name; undefined if the line names several. */
  findOnlyNamed: (line: BankLine) => MatchedPayout | undefined;
}

/** Days after its batch in which a payout is paid or returned. */
const maxDaysLater = 90;

const wordsOf = (text: string): string[] => transliterate(text).match(/[A-Z]{2,}/g) ?? [];

const particles = new Set(["DA", "DE", "DO", "DAS", "DOS"]);

/** `from`: earliest time of the payout's lines, in milliseconds. */
type Indexed = { payout: MatchedPayout; from: number };

type Groups = Map<string, Indexed[]>;

function add(groups: Groups, key: string, item: Indexed): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** One look-up for each position and length. */
class ContainedPatterns {
  readonly #groups: Groups = new Map();
  readonly #lengths = new Set<number>();

  add(pattern: string, item: Indexed): void {
    add(this.#groups, pattern, item);
    this.#lengths.add(pattern.length);
  }

  findIn(text: string): Indexed[][] {
    const groups: Indexed[][] = [];
    for (const length of this.#lengths)
      for (let at = 0; at + length <= text.length; at += 1) {
        const group = this.#groups.get(text.slice(at, at + length));
        if (group) groups.push(group);
      }
    return groups;
  }
}

/** Look-ups around each "@". */
class ContainedEmails {
  readonly #groups: Groups = new Map();
  readonly #domains = new Set<string>();
  readonly #domainLengths = new Set<number>();
  readonly #nameLengths = new Set<number>();

  add(email: string, item: Indexed): void {
    add(this.#groups, email, item);
    const at = email.indexOf("@");
    this.#domains.add(email.slice(at));
    this.#domainLengths.add(email.length - at);
    this.#nameLengths.add(at);
  }

  findIn(text: string): Indexed[][] {
    const groups: Indexed[][] = [];
    for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1))
      for (const domainLength of this.#domainLengths) {
        const domain = text.slice(at, at + domainLength);
        if (!this.#domains.has(domain)) continue;
        for (const length of this.#nameLengths) {
          const group = length <= at && this.#groups.get(text.slice(at - length, at) + domain);
          if (group) groups.push(group);
        }
      }
    return groups;
  }
}

/** Pix keys in any punctuation, or the middle of a masked CPF ("***.482.917-**"). */
class ContainedKeys {
  readonly #emails = new ContainedEmails();
  readonly #random = new ContainedPatterns();
  /** CPF, CNPJ and phone numbers, without punctuation. */
  readonly #bare = new ContainedPatterns();
  readonly #masked: Groups = new Map();

  add(key: string, item: Indexed): void {
    const national = key.replace(/^\+55/, "");
    if (key.includes("@")) this.#emails.add(key, item);
    else if (/^[0-9a-f-]{36}$/.test(key)) this.#random.add(key, item);
    else if (national.length >= 11) this.#bare.add(national, item);
    if (/^[0-9]{11}$/.test(key)) add(this.#masked, `${key.slice(3, 6)}.${key.slice(6, 9)}-`, item);
  }

  findIn(text: string): Indexed[][] {
    const lower = text.toLowerCase();
    const groups = this.#emails.findIn(lower);
    groups.push(...this.#random.findIn(lower));
    groups.push(...this.#bare.findIn(transliterate(text).replace(/[\s().+/-]/g, "")));
    if (!/[*•X]{2,3}\./i.test(text)) return groups;
    for (const [middle] of text.matchAll(/(?<=^|\D)\d{3}\.\d{3}-/g)) {
      const group = this.#masked.get(middle);
      if (group) groups.push(group);
    }
    return groups;
  }
}

/** Needs first and last name, or as much of the name as the bank's column has. */
class ContainedNames {
  readonly #byEnds: Groups = new Map();
  readonly #firsts = new Set<string>();
  readonly #lasts = new Set<string>();
  /** By the first name and the second's first letters, then by the second. */
  readonly #byCut = new Map<string, Groups>();

  add(name: string, item: Indexed): void {
    const [first, ...others] = wordsOf(name).filter((word) => !particles.has(word));
    const [second, last] = [others[0], others.at(-1)];
    if (!first || !second || !last) return;
    this.#firsts.add(first);
    this.#lasts.add(last);
    add(this.#byEnds, `${first} ${last}`, item);
    if (second.length < cutLetters) return;
    const cut = `${first} ${second.slice(0, cutLetters)}`;
    const seconds: Groups = this.#byCut.get(cut) ?? new Map();
    this.#byCut.set(cut, seconds);
    add(seconds, second, item);
  }

  findIn(text: string): Indexed[][] {
    const words = wordsOf(text);
    const distinct = [...new Set(words)];
    const lasts = distinct.filter((word) => this.#lasts.has(word));
    const groups: Indexed[][] = [];
    for (const first of distinct.filter((word) => this.#firsts.has(word)))
      for (const last of lasts) {
        const group = this.#byEnds.get(`${first} ${last}`);
        if (group) groups.push(group);
      }
    // Cut off: "ALINE FERR23/11", at the end of the words.
    const [cut = "", before = ""] = words.filter((word) => !particles.has(word)).reverse();
    if (cut.length < cutLetters) return groups;
    for (const [second, group] of this.#byCut.get(`${before} ${cut.slice(0, cutLetters)}`) ?? [])
      if (second.startsWith(cut)) groups.push(group);
    return groups;
  }
}

/** Minimum letters of a cut second name. */
const cutLetters = 3;

export function createEvidenceIndex(payouts: readonly MatchedPayout[]): EvidenceIndex {
  const items = payouts.map((payout) => ({ payout, from: Date.parse(payout.preparedDay) }));
  const references: Groups = new Map();
  const [txids, keys, names] = [new ContainedPatterns(), new ContainedKeys(), new ContainedNames()];
  for (const item of items) {
    const { payout } = item;
    if (payout.bankReference !== null) add(references, payout.bankReference, item);
    txids.add(payout.txid, item);
    if (payout.pixKey !== null) keys.add(payout.pixKey, item);
    names.add(payout.name, item);
  }
  const finders: Record<Exclude<Evidence, "reference">, (line: BankLine) => Indexed[][]> = {
    txid: ({ reference, text }) => txids.findIn(transliterate(`${reference} ${text}`)),
    key: ({ text }) => keys.findIn(text),
    name: ({ text }) => names.findIn(text),
  };

  function findByText(search: NamedSearch): NamedPayouts | undefined {
    for (const by of ["txid", "key", "name"] as const) {
      const payouts = takeInTime(finders[by](search.line), search);
      if (payouts.length > 0) return { by, payouts };
    }
    return undefined;
  }

  function findNamed(search: NamedSearch): NamedPayouts | undefined {
    const { reference } = search.line;
    const group = isPlaceholderReference(reference) ? undefined : references.get(reference);
    const recorded = takeInTime(group ? [group] : [], search);
    const confirmed = isEndToEndId(reference)
      ? recorded
      : recorded.filter((payout) => createEvidenceIndex([payout]).findOnlyNamed(search.line));
    if (confirmed.length > 0) return { by: "reference", payouts: confirmed };
    // A bank may reuse a number: the payout that had it before is another person's.
    const named = findByText(search);
    return named || recorded.length === 0 ? named : { by: "reference", payouts: recorded };
  }

  return {
    findNamed,
    listOpen: (search) => takeInTime([items], search).filter(search.isOpen),
    findOnlyNamed(line) {
      const groups = Object.values(finders).flatMap((find) => find(line));
      const named = takeInTime(groups, { line, isOpen: () => true, limit: 2 });
      return named.length === 1 ? named[0] : undefined;
    },
  };
}

/** Each payout once, if the line is in the days after its batch; open ones first. */
function takeInTime(
  groups: readonly (readonly Indexed[])[],
  { line, isOpen, limit }: NamedSearch,
): MatchedPayout[] {
  const day = Date.parse(line.day);
  const [open, closed] = [new Set<MatchedPayout>(), new Set<MatchedPayout>()];
  for (const group of groups)
    for (const { payout, from } of group) {
      if (day < from || day > from + maxDaysLater * dayMs) continue;
      if (isOpen(payout)) open.add(payout);
      else if (closed.size < 2) closed.add(payout);
      if (open.size >= limit) return [...open, ...closed];
    }
  return [...open, ...closed];
}

/** Unpaid, or recently paid. */
export interface MatchedPayout {
  id: string;
  cents: number;
  name: string;
  /** In the directory's format; null for another method. */
  pixKey: string | null;
  txid: string;
  /** Earlier lines are not this payout's. */
  preparedDay: string;
  status: "prepared" | "paid" | "returned";
  bankReference: string | null;
}
