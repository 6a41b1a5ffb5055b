import { type BankLine, isEndToEndId } from "./bank-line";

/** A payout that a statement may confirm: unpaid, or paid in the last months. */
export interface MatchedPayout {
  id: string;
  cents: number;
  name: string;
  /** The Pix key in the directory's format; null for another method. */
  pixKey: string | null;
  txid: string;
  /** "2026-11-23": no line before it is this payout's. */
  preparedDay: string;
  status: "prepared" | "paid" | "returned";
  bankReference: string | null;
}

/** By what a line names a payout. */
export type Evidence = "reference" | "txid" | "key" | "name";

export type Proposal =
  /** Ticked: `paid` confirms an unpaid payout, `returned` records that the bank sent a paid one back. */
  | { kind: "paid" | "returned"; certain: true; line: number; payoutId: string; by: Evidence }
  /** Listed with its candidates, all unticked. */
  | { kind: "paid" | "returned"; certain: false; line: number; candidates: string[] }
  /** Names an unpaid payout, but with another amount: to be looked at by a person. */
  | { kind: "otherAmount"; line: number; payoutId: string }
  /** Names, by its txid, a payout that was recorded with another transfer: it was sent twice. */
  | { kind: "paidAgain"; line: number; payoutId: string };

export interface Matched {
  proposals: Proposal[];
  /** Lines of payouts that are recorded already. */
  known: number;
}

const maxCandidates = 5;

/** The days after its batch in which a payout is paid or returned. */
const maxDaysLater = 90;

const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase();

const wordsOf = (text: string): string[] => fold(text).match(/[A-Z]{2,}/g) ?? [];

/** Words of a name that distinguish no people. */
const particles = new Set(["DA", "DE", "DO", "DAS", "DOS"]);

/** Texts of returned transfers: "Pix devolvido", "Estorno TED", "DEV PIX", "transferência rejeitada". */
const returnWords = /\b(ESTORN|DEVOL|REJEIT|RECUS|DEV\b)/;

/**
 * Returns whether a line names a person: the first and the last name, or as much of the whole name as the bank's column
 * holds. A first name alone is not enough.
 */
export function namesPerson(text: string, name: string): boolean {
  const words = wordsOf(name).filter((word) => !particles.has(word));
  const [first, ...others] = words;
  if (!first || others.length === 0) return false;
  const said = wordsOf(text);
  const last = others.at(-1) ?? "";
  if (said.includes(first) && said.includes(last)) return true;
  // Cut off: "ALINE FERR23/11", at least three letters of the second name, at the end of the words.
  const [cut = "", before] = said.filter((word) => !particles.has(word)).reverse();
  return before === first && cut.length >= 3 && others[0]?.startsWith(cut) === true;
}

/** Returns whether a line contains a Pix key, in any punctuation, or the middle of a masked CPF ("***.482.917-**"). */
export function namesKey(text: string, key: string): boolean {
  if (key.includes("@")) return text.toLowerCase().includes(key);
  if (/^[0-9a-f-]{36}$/.test(key)) return text.toLowerCase().includes(key);
  const bare = fold(text).replace(/[\s().+/-]/g, "");
  const national = key.replace(/^\+55/, "");
  if (/^[0-9]{11}$/.test(key)) {
    const masked = `${key.slice(3, 6)}.${key.slice(6, 9)}-`;
    return bare.includes(key) || (/[*•X]{2,3}\./i.test(text) && text.includes(masked));
  }
  return national.length >= 11 && bare.includes(national);
}

function findEvidence(line: BankLine, payout: MatchedPayout): Evidence | undefined {
  if (payout.bankReference !== null && payout.bankReference === line.reference) return "reference";
  const text = `${line.reference} ${line.text}`;
  if (fold(text).includes(payout.txid)) return "txid";
  if (payout.pixKey !== null && namesKey(line.text, payout.pixKey)) return "key";
  return namesPerson(line.text, payout.name) ? "name" : undefined;
}

function isInTime(line: BankLine, { preparedDay }: MatchedPayout): boolean {
  const days = (Date.parse(line.day) - Date.parse(preparedDay)) / 86_400_000;
  return days >= 0 && days <= maxDaysLater;
}

interface Found {
  payout: MatchedPayout;
  by: Evidence | undefined;
}

/**
 * Matches the lines of a statement with payouts. Certain is a line with a payout's amount that names it by reference,
 * txid, key or name, if it names no other one and no second line names the same. Every other line with a payout's
 * amount is doubtful. A line of a payout that is recorded already proposes nothing.
 */
export function matchLines(lines: readonly BankLine[], payouts: readonly MatchedPayout[]): Matched {
  const byAmount = groupBy(payouts, ({ cents }) => cents);
  const unpaidByWord = groupBy(
    payouts.filter(({ status }) => status === "prepared"),
    ({ name }) => wordsOf(name)[0] ?? "",
  );
  const matched: Matched = { proposals: [], known: 0 };
  const ends: Proposal[] = [];
  for (const [at, line] of lines.entries()) {
    const back = line.cents > 0;
    if (back && !returnWords.test(fold(line.text))) continue;
    const found = (byAmount.get(Math.abs(line.cents)) ?? [])
      .filter((payout) => isInTime(line, payout))
      .map((payout): Found => ({ payout, by: findEvidence(line, payout) }));
    const outcome = back
      ? decideLine(at, found, back)
      : (findAgain(line, at, found) ?? decideLine(at, found, back));
    if (outcome === "known") matched.known += 1;
    else if (outcome) ends.push(outcome);
    else if (!back) {
      const other = findOtherAmount(line, unpaidByWord);
      if (other) ends.push({ kind: "otherAmount", line: at, payoutId: other });
    }
  }
  matched.proposals = doubtRepeats(ends);
  return matched;
}

/** Decides what one line proposes. `found`: the payouts with its amount, in time. */
function decideLine(line: number, found: readonly Found[], back: boolean): Proposal | "known" | undefined {
  const named = strongest(found);
  const wanted = back ? "paid" : "prepared";
  const isOpen = ({ payout }: Found) => payout.status === wanted || (back && payout.status === "prepared");
  const open = named.filter(isOpen);
  const kind = back ? "returned" : "paid";
  if (named.length > 0 && open.length === 0) return "known";
  const [only] = named;
  if (only?.by && named.length === 1)
    return { kind, certain: true, line, payoutId: only.payout.id, by: only.by };
  const candidates = (open.length > 0 ? open : found.filter(isOpen)).slice(0, maxCandidates);
  if (candidates.length === 0) return undefined;
  return { kind, certain: false, line, candidates: candidates.map(({ payout }) => payout.id) };
}

/**
 * Returns the payout that a line pays a second time. Only end-to-end ids show that: a reference that a person typed
 * names no transfer.
 */
function findAgain(line: BankLine, at: number, found: readonly Found[]): Proposal | undefined {
  const [only, ...others] = strongest(found);
  if (!only || others.length > 0 || only.by !== "txid") return undefined;
  const { status, bankReference, id } = only.payout;
  if (status === "prepared" || bankReference === null) return undefined;
  if (!isEndToEndId(line.reference) || !isEndToEndId(bankReference)) return undefined;
  return line.reference === bankReference ? undefined : { kind: "paidAgain", line: at, payoutId: id };
}

const strengths: readonly Evidence[] = ["reference", "txid", "key", "name"];

/** Returns the payouts that are named by the strongest evidence. */
function strongest(found: readonly Found[]): Found[] {
  for (const strength of strengths) {
    const named = found.filter(({ by }) => by === strength);
    if (named.length > 0) return named;
  }
  return [];
}

function findOtherAmount(
  line: BankLine,
  unpaidByWord: ReadonlyMap<string, readonly MatchedPayout[]>,
): string | undefined {
  const named = [...new Set(wordsOf(line.text))]
    .flatMap((word) => unpaidByWord.get(word) ?? [])
    .filter((payout) => isInTime(line, payout) && findEvidence(line, payout) !== undefined);
  return named.length === 1 ? named[0]?.id : undefined;
}

/**
 * Of two lines that name the same payout, a person decides which one it is, and of a payout that was sent twice,
 * whether the one that came back was the second.
 */
function doubtRepeats(proposals: readonly Proposal[]): Proposal[] {
  const keyOf = (one: Proposal) => ("certain" in one && one.certain ? `${one.kind} ${one.payoutId}` : "");
  const counts = new Map<string, number>();
  for (const one of proposals) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  const paidAgain = new Set(proposals.flatMap((one) => (one.kind === "paidAgain" ? [one.payoutId] : [])));
  const isDoubtful = (one: Proposal & { certain: true }) =>
    (counts.get(keyOf(one)) ?? 0) > 1 ||
    (one.kind === "returned" &&
      (paidAgain.has(one.payoutId) || (counts.get(`paid ${one.payoutId}`) ?? 0) > 1));
  return proposals.map((one) =>
    "certain" in one && one.certain && isDoubtful(one)
      ? { kind: one.kind, certain: false, line: one.line, candidates: [one.payoutId] }
      : one,
  );
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
