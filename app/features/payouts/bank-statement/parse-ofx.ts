import { type BankLine, makeBankLine, maxLines, parseBankAmount, parseBankDay } from "./bank-line";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,6}|[a-z]{2,5});/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return entities[name.toLowerCase()] ?? whole;
    const code = Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/**
 * Returns the movements of an OFX file. Reads OFX 1 (SGML, whose values have no closing tags) and OFX 2 (XML) alike:
 * every value follows its tag (OFX 1.6 and 2.2, section 2.4). Returns undefined if it is no OFX file.
 */
export function parseOfx(text: string): BankLine[] | undefined {
  if (!/<OFX>/i.test(text)) return undefined;
  const lines: BankLine[] = [];
  let fields: Map<string, string> | undefined;
  const finish = () => {
    const line = fields && makeLine(fields);
    fields = undefined;
    if (line && lines.length <= maxLines) lines.push(line);
  };
  for (const [, slash, tag = "", value = ""] of text.matchAll(
    /<(\/?)([A-Za-z][A-Za-z0-9.]{0,31})>([^<]*)/g,
  )) {
    const name = tag.toUpperCase();
    if (name === "STMTTRN" || (slash && name === "BANKTRANLIST")) {
      // Some banks leave out the closing tag: the next movement ends one, too.
      finish();
      if (!slash) fields = new Map();
    } else if (!slash && fields && !fields.has(name)) fields.set(name, decodeEntities(value).trim());
  }
  finish();
  return lines;
}

function makeLine(fields: ReadonlyMap<string, string>): BankLine | undefined {
  const read = (name: string) => fields.get(name) ?? "";
  const [name, memo] = [read("NAME"), read("MEMO")];
  return makeBankLine({
    day: parseBankDay(read("DTPOSTED")),
    cents: parseBankAmount(read("TRNAMT")),
    text: memo.includes(name) ? memo : `${name} ${memo}`,
    id: read("FITID") || read("REFNUM") || read("CHECKNUM"),
  });
}
