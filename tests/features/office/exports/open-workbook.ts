import { inflateRawSync } from "node:zlib";

/** A cell as the file itself says it: its type (ECMA-376, 18.18.11), its value, and its style's parts. */
export interface ReadCell {
  type: string;
  value: string;
  isFormula: boolean;
  format: string | undefined;
  bold: boolean;
  fill: string | undefined;
}

export interface ReadSheet {
  name: string;
  rows: ReadCell[][];
  widths: number[];
}

/** Opens a workbook of one sheet by its zip and its XML, without the package that wrote it. */
export function openWorkbook(file: Uint8Array): ReadSheet {
  const parts = unzip(Buffer.from(file));
  const part = (name: string) => {
    const text = parts.get(name)?.toString("utf8");
    if (text === undefined) throw new Error(`the workbook has no ${name}: ${[...parts.keys()]}`);
    return text;
  };
  const styles = part("xl/styles.xml");
  const formats = new Map(
    all(styles, /<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g).map(([, id, code]) => [id, code]),
  );
  const fonts = all(section(styles, "fonts"), /<font>(.*?)<\/font>/g).map(([, font = ""]) => font);
  const fills = all(section(styles, "fills"), /<fill>(.*?)<\/fill>/g).map(([, fill = ""]) => fill);
  const looks = all(section(styles, "cellXfs"), /<xf ([^>]*)>/g).map(([, xf = ""]) => xf);
  const sheet = part("xl/worksheets/sheet1.xml");
  const rows = all(sheet, /<row [^>]*>(.*?)<\/row>/gs).map(([, row = ""]) =>
    all(row, /<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs).map(([, attributes = "", inner = ""]) => {
      const look = looks[Number(attribute(attributes, "s") ?? 0)] ?? "";
      return {
        type: attribute(attributes, "t") ?? "n",
        value: toText(/<v[^>]*>(.*?)<\/v>/s.exec(inner)?.[1] ?? ""),
        isFormula: inner.includes("<f"),
        format: formats.get(attribute(look, "numFmtId") ?? ""),
        bold: fonts[Number(attribute(look, "fontId"))]?.includes("<b/>") ?? false,
        fill: /fgColor rgb="(\w+)"/.exec(fills[Number(attribute(look, "fillId"))] ?? "")?.[1],
      };
    }),
  );
  return {
    name: attribute(/<sheet ([^>]*)>/.exec(part("xl/workbook.xml"))?.[1] ?? "", "name") ?? "",
    rows,
    widths: all(sheet, /<col ([^>]*)>/g).map(([, col = ""]) => Number(attribute(col, "width"))),
  };
}

/** Every file of a zip by its name (PKWARE APPNOTE: central directory, then each local header). */
function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from("504b0506", "hex"));
  if (end < 0) throw new Error("not a zip");
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameLength, more, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + size);
    const name = zip.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    files.set(name, method === 0 ? packed : inflateRawSync(packed));
    at += 46 + (nameLength ?? 0) + (more ?? 0) + (comment ?? 0);
  }
  return files;
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)];
const attribute = (text: string, name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(text)?.[1];
const section = (text: string, name: string) =>
  new RegExp(`<${name}[ >].*?</${name}>`, "s").exec(text)?.[0] ?? "";
const toText = (text: string) =>
  text
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
