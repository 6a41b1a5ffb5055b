import { trimEndOf } from "~/platform/forms/trim-ends";

/**
 * `outside`: an entry would be unpacked outside the archive's folder. `unpacked`: entries are much larger unpacked.
 */
export type ZipProblem = "damaged" | "encrypted" | "tooMany" | "program" | "outside" | "unpacked";

/** At the end of an archive, with the record of its directory: 22, and a comment of up to 65,535. */
export const zipTailBytes = 22 + 65_535;

/** In bytes. */
const zipDirectoryMaxBytes = 1024 * 1024;
export const zipMaxEntries = 2_000;

/** All entries together once unpacked: in bytes, and as a multiple of their packed size beyond some bytes. */
const unpackedMaxBytes = 2 * 1024 ** 3;
const unpackedMaxRatio = 100;
const unpackedAnyRatioBytes = 100 * 1024 ** 2;

/** In bytes from the archive's beginning. */
interface ZipDirectory {
  start: number;
  bytes: number;
  entries: number;
}

/**
 * By the archive's last bytes (APPNOTE 6.3.10, 4.3.16). A damaged, split or 64-bit archive, or one too large to look
 * through, is a problem. `fileBytes`: length of the archive.
 */
export function findZipDirectory(tail: Buffer, fileBytes: number): ZipDirectory | ZipProblem {
  for (let at = tail.length - 22; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== 0x06054b50 || at + 22 + tail.readUInt16LE(at + 20) !== tail.length)
      continue;
    const [disk, directoryDisk] = [tail.readUInt16LE(at + 4), tail.readUInt16LE(at + 6)];
    const [here, entries] = [tail.readUInt16LE(at + 8), tail.readUInt16LE(at + 10)];
    const [bytes, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    const endsBefore = fileBytes - tail.length + at;
    // Nothing may lie between the directory and its record: another reader could find another directory
    // there.
    if (disk !== 0 || directoryDisk !== 0 || here !== entries || start + bytes !== endsBefore)
      return "damaged";
    return entries > zipMaxEntries || bytes > zipDirectoryMaxBytes ? "tooMany" : { start, bytes, entries };
  }
  return "damaged";
}

/** Programs, scripts and installers, and archives, which could hide them. */
const refusedEndings = new Set(
  (
    "exe com bat cmd scr pif cpl msi msix appx dll sys drv ocx lnk url hta js jse mjs vbs vbe wsf wsh ps1 psm1 reg inf " +
    "jar class dex apk aab ipa app dmg pkg deb rpm appimage command workflow sh bash zsh csh ksh run bin elf so dylib " +
    "docm dotm xlsm xltm xlam pptm potm ppam iso img vhd vhdx zip rar 7z gz tgz bz2 xz zst tar cab ace arj"
  ).split(" "),
);

export function checkZipEntries(
  directory: Buffer,
  { entries, start }: Pick<ZipDirectory, "entries" | "start">,
): ZipProblem | undefined {
  let at = 0;
  const all = { packed: 0, unpacked: 0 };
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) return "damaged";
    const flags = directory.readUInt16LE(at + 8);
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const end = at + 46 + name + extra + comment;
    if (end > directory.length) return "damaged";
    // Bits 0, 6 and 13: encrypted entry, strong encryption, encrypted directory.
    if (flags & 0x2041) return "encrypted";
    const nameEnd = at + 46 + name;
    const extraFields = directory.subarray(nameEnd, nameEnd + extra);
    const paths = [directory.toString("latin1", at + 46, nameEnd), ...readUnicodePaths(extraFields)];
    if (paths.some(isProgram)) return "program";
    // A symbolic link (Unix mode in the upper half) could lead outside the folder.
    if (paths.some(leadsOutside) || directory.readUInt16LE(at + 40) >> 12 === 0o12) return "outside";
    const [packed, unpacked] = [directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 24)];
    // The mark of the 64-bit format, whose sizes are elsewhere.
    if (packed === 0xffffffff || unpacked === 0xffffffff) return "damaged";
    all.packed += packed;
    all.unpacked += unpacked;
    at = end;
  }
  // Packed entries that are larger than the archive overlap, so that few bytes unpack to many.
  if (at !== directory.length || all.packed > start) return "damaged";
  const maxBytes = Math.max(unpackedAnyRatioBytes, unpackedMaxRatio * start);
  return all.unpacked > Math.min(unpackedMaxBytes, maxBytes) ? "unpacked" : undefined;
}

/** Names in an entry's extra fields, which some programs prefer (APPNOTE 6.3.10, 4.6.9). */
function readUnicodePaths(extraFields: Buffer): string[] {
  const paths: string[] = [];
  for (let at = 0; at + 4 <= extraFields.length; at += 4 + extraFields.readUInt16LE(at + 2)) {
    const end = at + 4 + extraFields.readUInt16LE(at + 2);
    if (extraFields.readUInt16LE(at) === 0x7075) paths.push(extraFields.toString("latin1", at + 9, end));
  }
  return paths;
}

/** Absolute, with a drive, or climbing out of the folder. */
function leadsOutside(path: string): boolean {
  return (
    /^(?:[\\/]|[A-Za-z]:)/.test(path) || path.split(/[\\/]/).some((part) => trimEndOf(part, " ") === "..")
  );
}

function isProgram(path: string): boolean {
  // Windows ignores dots and spaces at the end of a name, and what follows a colon.
  const base = trimEndOf((path.split(/[\\/]/).at(-1) ?? "").split(":")[0] ?? "", ". \0");
  const ending = /\.([^.]+)$/.exec(base)?.[1]?.toLowerCase();
  const inFolder = path.toLowerCase().split(/[\\/]/).slice(0, -1);
  return (
    (ending !== undefined && refusedEndings.has(ending)) || inFolder.some((folder) => folder.endsWith(".app"))
  );
}
