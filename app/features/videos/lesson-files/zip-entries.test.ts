import { expect, test } from "vitest";
import { checkZipEntries, findZipDirectory, zipMaxEntries } from "./zip-entries";

interface Entry {
  flags?: number;
  comment?: string;
  packed?: number;
  unpacked?: number;
  unixMode?: number;
  extra?: Buffer;
}

/** Returns an archive whose entries all have the same properties and no content. */
function makeZip(
  names: string[],
  { flags = 0, comment = "", packed = 0, unpacked = 0, unixMode = 0, extra = Buffer.alloc(0) }: Entry = {},
): Buffer {
  const directory = Buffer.concat(
    names.map((name) => {
      const head = Buffer.alloc(46);
      head.writeUInt32LE(0x02014b50, 0);
      head.writeUInt16LE(flags, 8);
      head.writeUInt32LE(packed, 20);
      head.writeUInt32LE(unpacked, 24);
      head.writeUInt16LE(Buffer.byteLength(name), 28);
      head.writeUInt16LE(extra.length, 30);
      head.writeUInt16LE(unixMode, 40);
      return Buffer.concat([head, Buffer.from(name), extra]);
    }),
  );
  const content = Buffer.from("PK\x03\x04 entries");
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(content.length, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([content, directory, end, Buffer.from(comment)]);
}

function check(zip: Buffer): string | undefined {
  const found = findZipDirectory(zip, zip.length);
  if (typeof found === "string") return found;
  return checkZipEntries(zip.subarray(found.start, found.start + found.bytes), found);
}

test("an archive of documents and pictures is accepted", () => {
  expect(check(makeZip(["moldes/", "moldes/barra.pdf", "foto.JPG", "leia-me"]))).toBeUndefined();
  expect(check(makeZip(["a.pdf"], { comment: "feito em casa" }))).toBeUndefined();
  expect(check(makeZip([]))).toBeUndefined();
});

test.each([
  "virus.exe",
  "moldes/INSTALAR.Bat",
  "foto.jpg.scr",
  "foto.exe. ",
  "foto.exe::$DATA",
  "Jogo.app/Contents/MacOS/jogo",
  "macro.xlsm",
  "mais.zip",
  "dados\\setup.msi",
])("an archive with %s is refused", (name) => {
  expect(check(makeZip(["a.pdf", name]))).toBe("program");
});

test.each([
  "../../etc/passwd",
  "moldes/../../x.pdf",
  "..\\x.pdf",
  "moldes/.. /x.pdf",
  "/etc/passwd",
  "\\\\servidor\\x.pdf",
  "C:\\x.pdf",
  "..",
])("an archive with the path %s is refused", (name) => {
  expect(check(makeZip(["a.pdf", name]))).toBe("outside");
});

test("names with dots that stay in their folder are accepted", () => {
  expect(check(makeZip(["aula..2.pdf", "...", ".fontes/a..b/c.pdf", "moldes/./x.pdf"]))).toBeUndefined();
});

test("an archive with a symbolic link is refused", () => {
  expect(check(makeZip(["a.pdf"], { unixMode: 0o120777 }))).toBe("outside");
  expect(check(makeZip(["a.pdf"], { unixMode: 0o100644 }))).toBeUndefined();
});

test.each([
  ["../x.pdf", "outside"],
  ["virus.exe", "program"],
  ["x.pdf", undefined],
])("the name %s in an extra field counts as well", (name, problem) => {
  const extra = Buffer.concat([
    Buffer.from([0x75, 0x70, 5 + name.length, 0, 1, 0, 0, 0, 0]),
    Buffer.from(name),
  ]);
  expect(check(makeZip(["a.pdf"], { extra }))).toBe(problem);
});

test("an archive is refused if its entries are much larger unpacked", () => {
  const mib = 1024 ** 2;
  expect(check(makeZip(["a.txt"], { packed: 5, unpacked: 100 * mib }))).toBeUndefined();
  expect(check(makeZip(["a.txt"], { packed: 5, unpacked: 100 * mib + 1 }))).toBe("unpacked");
  expect(check(makeZip(["a.txt", "b.txt"], { packed: 5, unpacked: 60 * mib }))).toBe("unpacked");
});

test("an archive is refused if its entries overlap or name their sizes elsewhere", () => {
  expect(check(makeZip(["a.txt", "b.txt"], { packed: 10, unpacked: 10 }))).toBe("damaged");
  expect(check(makeZip(["a.txt"], { packed: 5, unpacked: 0xffffffff }))).toBe("damaged");
});

test("an encrypted archive is refused", () => {
  expect(check(makeZip(["a.pdf"], { flags: 1 }))).toBe("encrypted");
});

test("an archive of too many entries is refused", () => {
  expect(check(makeZip(Array.from({ length: zipMaxEntries + 1 }, (_, n) => `${n}`)))).toBe("tooMany");
});

test("a damaged archive is refused", () => {
  const zip = makeZip(["a.pdf", "b.pdf"]);
  expect(check(zip.subarray(0, -1))).toBe("damaged");
  expect(check(Buffer.concat([zip, Buffer.from("more")]))).toBe("damaged");
  expect(check(Buffer.from("PK\x03\x04 and nothing else"))).toBe("damaged");
  const lies = Buffer.from(zip);
  lies.writeUInt16LE(1, lies.length - 14);
  lies.writeUInt16LE(1, lies.length - 12);
  expect(check(lies)).toBe("damaged");
});
