import { removeAccents } from "~/i18n/accents";
import { type BankLine, isEndToEndId, isPlaceholderReference } from "./bank-line";
import {
  createEvidenceIndex,
  type Evidence,
  type EvidenceIndex,
  type MatchedPayout,
  type NamedPayouts,
} from "./line-evidence";

export type Proposal =
  /** Ticked: `paid` confirms an unpaid payout, `returned` a paid one that the bank sent back. */
  | { kind: "paid" | "returned"; certain: true; line: number; payoutId: string; by: Evidence }
  | { kind: "paid" | "returned"; certain: false; line: number; candidates: string[] }
  /** Names an unpaid payout with another amount: a person checks it. */
  | { kind: "otherAmount"; line: number; payoutId: string }
  /** Its txid names a payout recorded with another transfer: it was sent twice. */
  | { kind: "paidAgain"; line: number; payoutId: string };

interface Matched {
  proposals: Proposal[];
  /** Lines of recorded payouts. */
  known: number;
}

const maxCandidates = 5;

const fold = (text: string) => removeAccents(text).toUpperCase();

const returnWords = /\b(ESTORN|DEVOL|REJEIT|RECUS|DEV\b)/;

const notDoneWords = /\b(AGENDA|CANCEL|PENDENTE|FUTURO|NAO EFETIV|NAO REALIZ|PROVISION|REJEIT|RECUS)/;

/** A return that this account sent: another person's transfer. */
const returnSent = /\bDEVOLUCAO (?:DE )?(?:(?:PIX|TED|DOC) )?ENVIADA\b/;

/** The text contradicts the sign: a person decides. */
function isDoubtful({ text, cents }: BankLine): boolean {
  const folded = fold(text);
  return cents > 0 ? returnSent.test(folded) : notDoneWords.test(folded) || returnWords.test(folded);
}

/**
 * Matches statement lines with payouts. A line with a payout's amount is certain if it names only that payout, by
 * reference, txid, key or name, and no second line does; else it is doubtful. A recorded payout's line proposes
 * nothing. Its time grows with lines plus payouts, not with their product, even if all have one amount. `isWhole`: all
 * lines of a file, so that lines without a name or number are recognised by how many were recorded.
 */
export function matchLines(
  lines: readonly BankLine[],
  payouts: readonly MatchedPayout[],
  { isWhole = true } = {},
): Matched {
  const byAmount = new Map<number, EvidenceIndex>();
  for (const [cents, group] of groupBy(payouts, (payout) => payout.cents))
    byAmount.set(cents, createEvidenceIndex(group));
  const unpaid = createEvidenceIndex(payouts.filter(({ status }) => status === "prepared"));
  const recorded = isWhole ? countPlaceholders(payouts) : new Map<string, number>();
  const matched: Matched = { proposals: [], known: 0 };
  const named: Proposal[] = [];
  const nameless: Proposal[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.cents === 0) continue;
    const back = line.cents > 0;
    if (back && !returnWords.test(fold(line.text))) continue;
    const sameAmount = byAmount.get(Math.abs(line.cents));
    const decided = sameAmount && decideLine(line, at, sameAmount);
    if (decided === "known") {
      matched.known += 1;
      takeOne(recorded, placeholderKey(line));
    } else if (decided) (decided.isNamed ? named : nameless).push(decided.proposal);
    else if (!back) {
      const other = unpaid.findOnlyNamed(line);
      if (other) named.push({ kind: "otherAmount", line: at, payoutId: other.id });
    }
  }
  for (const proposal of nameless) {
    const line = lines[proposal.line];
    if (line && takeOne(recorded, placeholderKey(line))) matched.known += 1;
    else named.push(proposal);
  }
  matched.proposals = doubtRepeats(named.sort((one, other) => one.line - other.line));
  return matched;
}

const placeholderKey = ({ cents, reference }: Pick<BankLine, "cents" | "reference">) =>
  `${cents} ${reference}`;

/** Recorded payouts by amount and day of their lines, for lines without a number. */
function countPlaceholders(payouts: readonly MatchedPayout[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { cents, bankReference } of payouts) {
    if (bankReference === null || !isPlaceholderReference(bankReference)) continue;
    const key = placeholderKey({ cents: -cents, reference: bankReference });
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function takeOne(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}

/** `isNamed`: by more than an amount. */
type Decided = { proposal: Proposal; isNamed: boolean } | "known" | undefined;

function decideLine(line: BankLine, at: number, sameAmount: EvidenceIndex): Decided {
  const back = line.cents > 0;
  const isOpen = ({ status }: MatchedPayout) => status === "prepared" || (back && status === "paid");
  const search = { line, isOpen, limit: maxCandidates };
  const named = sameAmount.findNamed(search);
  const again = named && !back && findAgain(line, at, named);
  if (again) return { proposal: again, isNamed: true };
  const kind = back ? "returned" : "paid";
  const open = named?.payouts.filter(isOpen) ?? [];
  if (named && open.length === 0) return "known";
  const [only] = open;
  if (named?.payouts.length === 1 && only && !isDoubtful(line))
    return { proposal: { kind, certain: true, line: at, payoutId: only.id, by: named.by }, isNamed: true };
  const candidates = named ? open : sameAmount.listOpen(search);
  if (candidates.length === 0) return undefined;
  const ids = candidates.map(({ id }) => id);
  return { proposal: { kind, certain: false, line: at, candidates: ids }, isNamed: named !== undefined };
}

/** A second payment. Only end-to-end ids show it: a typed reference names no transfer. */
function findAgain(line: BankLine, at: number, { by, payouts }: NamedPayouts): Proposal | undefined {
  const [only, ...others] = payouts;
  if (!only || others.length > 0 || by !== "txid") return undefined;
  const { status, bankReference, id } = only;
  if (status === "prepared" || bankReference === null) return undefined;
  if (!isEndToEndId(line.reference) || !isEndToEndId(bankReference)) return undefined;
  return line.reference === bankReference ? undefined : { kind: "paidAgain", line: at, payoutId: id };
}

/** A person decides which of two lines is a payout's, and which of two payments came back. */
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
