import { expect, test } from "vitest";
import { checkZipEntries, findZipDirectory, zipMaxEntries } from "./zip-entries";

/** Returns an archive of empty entries. */
function makeZip(names: string[], { flags = 0, comment = "" } = {}): Buffer {
  const directory = Buffer.concat(
    names.map((name) => {
      const head = Buffer.alloc(46);
      head.writeUInt32LE(0x02014b50, 0);
      head.writeUInt16LE(flags, 8);
      head.writeUInt16LE(Buffer.byteLength(name), 28);
      return Buffer.concat([head, Buffer.from(name)]);
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
