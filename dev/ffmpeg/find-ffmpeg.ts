import { findOnPath, isRoot, tryCommand } from "../browser/machine-lookups";

/** With ffprobe; as root on Debian or Ubuntu installs them (about 20 s). Tests that need them are skipped elsewhere. */
export async function findFfmpeg(): Promise<boolean> {
  const isThere = () => ["ffmpeg", "ffprobe"].every((name) => findOnPath(name) !== undefined);
  if (isThere()) return true;
  if (isRoot && findOnPath("apt-get")) {
    console.log("No FFmpeg here: it is installed (apt-get install ffmpeg).");
    await tryCommand("apt-get", "update", "-q");
    await tryCommand("apt-get", "install", "-q", "-y", "--no-install-recommends", "ffmpeg");
    if (isThere()) return true;
  }
  console.log("Without FFmpeg, the tests that convert videos are skipped. Debian: apt-get install ffmpeg");
  return false;
}
