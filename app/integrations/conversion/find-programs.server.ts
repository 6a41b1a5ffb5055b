import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

export interface Programs {
  ffmpeg: string;
  ffprobe: string;
  /** From util-linux: ends a child with its parent. Undefined where the system has none. */
  setpriv: string | undefined;
}

/** Finds ffmpeg and ffprobe on a PATH; returns undefined unless both exist. */
export function findPrograms(path: string | undefined): Programs | undefined {
  const find = (name: string) =>
    (path ?? "")
      .split(delimiter)
      // A relative folder would depend on where the server was started.
      .filter((folder) => isAbsolute(folder))
      .map((folder) => join(folder, name))
      .find(isProgram);
  const ffmpeg = find("ffmpeg");
  const ffprobe = find("ffprobe");
  return ffmpeg && ffprobe ? { ffmpeg, ffprobe, setpriv: find("setpriv") } : undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
