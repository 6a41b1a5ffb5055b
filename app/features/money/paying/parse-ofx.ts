import {
  type BankLine,
  type BankStatement,
  makeBankLine,
  makeUnreadLine,
  maxLines,
  parseBankDay,
  parseOfxAmount,
} from "./bank-line";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,5});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return entities[name.toLowerCase()] ?? whole;
    const code = Number(/^#x/i.test(name) ? `0x${name.slice(2)}` : name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const maxValueLength = 4_000;

function readValue(raw: string): string {
  return decodeEntities(raw.slice(0, maxValueLength).trim()).trim();
}

/** Converts it to text with entities. */
function escapeCdata(text: string): string {
  const [before = "", ...sections] = text.split("<![CDATA[");
  const escaped = sections.map((section) => {
    const end = section.indexOf("]]>");
    if (end < 0) return section;
    const content = section.slice(0, end).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return content + section.slice(end + 3);
  });
  return before + escaped.join("");
}

interface Tag {
  name: string;
  isEnd: boolean;
  value: string;
}

/** With the text up to the next tag: values of OFX 1 may contain "<". */
function* listTags(text: string): Generator<Tag> {
  let tag: { name: string; isEnd: boolean; end: number } | undefined;
  for (const match of text.matchAll(/<(\/?)([A-Za-z][A-Za-z0-9._]{0,31})[ \t]{0,8}(\/?)>/g)) {
    if (tag) yield { ...tag, value: readValue(text.slice(tag.end, match.index)) };
    const [whole, slash, name = ""] = match;
    tag = { name: name.toUpperCase(), isEnd: slash === "/", end: match.index + whole.length };
  }
  if (tag) yield { ...tag, value: readValue(text.slice(tag.end, tag.end + maxValueLength)) };
}

type Fields = Map<string, string[]>;

/**
 * Reads OFX 1 (SGML without closing tags of values) and OFX 2 (XML): every value follows its tag (OFX 1.6 and 2.2,
 * section 2.4). Undefined if it is no OFX file.
 */
export function parseOfx(text: string): BankStatement | undefined {
  if (!/<OFX[ \t]{0,8}>/i.test(text)) return undefined;
  const statement: BankStatement = { lines: [], unread: [], summaryCount: 0, isTooLong: false };
  const balances: Fields[] = [];
  let number = 0;
  let fields: Fields | undefined;
  let isMovement = false;
  const finish = () => {
    if (fields && isMovement) {
      number += 1;
      const line = makeLine(fields);
      if (line) statement.lines.push(line);
      else statement.unread.push(makeUnreadLine(number, describeFields(fields)));
    } else if (fields) balances.push(fields);
    fields = undefined;
  };
  for (const { name, isEnd, value } of listTags(escapeCdata(text))) {
    // STMTTRNP is pending: no movement yet (OFX 2.2, section 11.4.4.2).
    if (!isEnd && name === "CURDEF" && value && value.toUpperCase() !== "BRL")
      statement.foreignCurrency = value;
    const opens = !isEnd && /^(?:STMTTRNP?|LEDGERBAL)$/.test(name);
    if (opens || (isEnd && /^(?:STMTTRNP?|LEDGERBAL|BANKTRANLIST)$/.test(name))) {
      // Some banks omit the closing tag: the next movement ends one, too.
      finish();
      if (number > maxLines) return { ...statement, isTooLong: true };
      if (isEnd) continue;
      fields = new Map(name === "STMTTRNP" ? [["STMTTRNP", [""]]] : []);
      isMovement = name !== "LEDGERBAL";
    } else if (!isEnd && fields) fields.set(name, [...(fields.get(name) ?? []).slice(0, 3), value]);
  }
  finish();
  return { ...statement, isTooLong: number > maxLines, ...readBalance(balances) };
}

/** Empty if the file has several accounts. */
function readBalance([balance, ...others]: readonly Fields[]) {
  if (!balance || others.length > 0) return {};
  const closingBalanceCents = parseOfxAmount(balance.get("BALAMT")?.[0] ?? "");
  const closingDay = parseBankDay(balance.get("DTASOF")?.[0] ?? "");
  return closingBalanceCents === undefined || closingDay === undefined
    ? {}
    : { closingBalanceCents, closingDay };
}

/** Types with a direction (OFX 2.2, section 11.4.4.3). */
const typeSigns: Record<string, 1 | -1> = { CREDIT: 1, DEP: 1, DIRECTDEP: 1, DEBIT: -1, DIRECTDEBIT: -1 };

/** Undefined if day or amount is unclear, the type contradicts it, or it corrects another movement. */
function makeLine(fields: Fields): BankLine | undefined {
  const read = (name: string) => fields.get(name)?.[0] ?? "";
  const isPlain = ["TRNAMT", "DTPOSTED"].every((name) => fields.get(name)?.length === 1);
  if (!isPlain || fields.has("CORRECTACTION") || fields.has("STMTTRNP")) return undefined;
  // TRNAMT's currency (OFX 2.2, section 5.2); with ORIGCURRENCY it is converted already.
  if (fields.has("CURRENCY") && read("CURSYM").toUpperCase() !== "BRL") return undefined;
  const cents = parseOfxAmount(read("TRNAMT"));
  const typeSign = typeSigns[read("TRNTYPE").toUpperCase()];
  if (cents && typeSign && Math.sign(cents) !== typeSign) return undefined;
  return makeBankLine({
    day: parseBankDay(read("DTPOSTED")),
    cents,
    text: textOf(fields),
    id: read("FITID") || read("REFNUM") || read("CHECKNUM"),
  });
}

function textOf(fields: Fields): string {
  const texts = [...(fields.get("NAME") ?? []), ...(fields.get("MEMO") ?? [])];
  return texts
    .filter((one, at) => !texts.some((other, place) => place > at && other.includes(one)))
    .join(" ");
}

const describeFields = (fields: Fields) =>
  [...(fields.get("DTPOSTED") ?? []), ...(fields.get("TRNAMT") ?? []), textOf(fields)].join(" ");
