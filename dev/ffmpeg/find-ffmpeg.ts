import { type MachineLookups, machineLookups } from "../browser/machine-lookups";

/** With ffprobe; as root on Debian or Ubuntu installs them (about 20 s). Tests that need them are skipped elsewhere. */
export async function findFfmpeg(
  machine: Pick<MachineLookups, "findOnPath" | "isRoot" | "tryCommand" | "log"> = machineLookups(),
): Promise<boolean> {
  const isThere = () => ["ffmpeg", "ffprobe"].every((name) => machine.findOnPath(name) !== undefined);
  if (isThere()) return true;
  if (machine.isRoot && machine.findOnPath("apt-get")) {
    machine.log("No FFmpeg here: it is installed (apt-get install ffmpeg).");
    await machine.tryCommand("apt-get", ["update", "-q"]);
    await machine.tryCommand("apt-get", ["install", "-q", "-y", "--no-install-recommends", "ffmpeg"]);
    if (isThere()) return true;
  }
  machine.log("Without FFmpeg, the tests that convert videos are skipped. Debian: apt-get install ffmpeg");
  return false;
}
