import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Paths of what a conversion runs. */
export interface Programs {
  ffmpeg: string;
  ffprobe: string;
  /** util-linux's, by which a child ends with its parent; undefined where the system has none. */
  setpriv: string | undefined;
}

/** Looks for FFmpeg's two programs in the folders of a PATH; undefined unless both are there. */
export function findPrograms(path: string | undefined): Programs | undefined {
  const find = (name: string) =>
    (path ?? "")
      .split(delimiter)
      // A folder relative to wherever the server was started could be anybody's.
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
