import { chromium } from "@playwright/test";
import { findOnPath, isDebian, isRoot, runs, tryCommand } from "./machine-lookups";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const shellName = "chromium-headless-shell";
const macApps = ["Google Chrome", "Chromium"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

const whatToInstall = `No Chromium was found, and none could be installed. One of these helps:
  - Debian, as root:  apt-get install chromium      (Ubuntu: Google Chrome from google.com/chrome)
  - anywhere with a way out to Playwright's downloads:  npx playwright install --with-deps chromium
  - a Chromium or Chrome that is installed elsewhere:  CHROMIUM_PATH=/path/to/it`;

/**
 * In order: CHROMIUM_PATH, Playwright's, the one on the PATH (on a Mac, among the applications), else installs
 * Playwright's or, as root on Debian, the distribution's. Throws when CHROMIUM_PATH does not run, or, naming what to
 * install, when all fails.
 */
export async function findChromium(): Promise<string> {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (await runs(wanted)) return wanted;
    throw new Error(
      `CHROMIUM_PATH is ${wanted}, but that does not run. Correct it, or unset it to have one looked for.`,
    );
  }
  const installed = await findInstalled();
  if (installed) return installed;

  console.log("No Chromium here: Playwright is asked to install its own.");
  // Installing the libraries requires root, or sudo without a password.
  const withDeps = isRoot || (await tryCommand("sudo", "-n", "true"));
  const options = withDeps ? ["--with-deps"] : [];
  await tryCommand("npx", "--no", "playwright", "install", ...options, "chromium");
  const playwrightPath = chromium.executablePath();
  if (playwrightPath && (await runs(playwrightPath))) return playwrightPath;

  if (isRoot && isDebian()) {
    console.log("That did not work: Debian's Chromium is installed (apt-get install chromium).");
    await tryCommand("apt-get", "update");
    await tryCommand("apt-get", "install", "-y", "chromium");
    const debians = await findInstalled();
    if (debians) return debians;
  }
  throw new Error(whatToInstall);
}

/** Debian's, installed as root: the same engine without windows, a sixth faster. Undefined where there is none. */
export async function findHeadlessShell(): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH) return undefined;
  if (!findOnPath(shellName) && isRoot && isDebian()) await tryCommand("apt-get", "install", "-y", shellName);
  const shell = findOnPath(shellName);
  return shell && (await runs(shell)) ? shell : undefined;
}

async function findInstalled(): Promise<string | undefined> {
  const onPath = names.map(findOnPath);
  const candidates = [
    chromium.executablePath(),
    ...onPath,
    ...(process.platform === "darwin" ? macApps : []),
  ];
  for (const path of candidates) if (path && (await runs(path))) return path;
  return undefined;
}

/** Chromium refuses to run as root with its sandbox; the tests open only our pages. */
export function chromiumArguments(): string[] {
  const quiet = ["background-networking", "component-update", "sync"].map((name) => `--disable-${name}`);
  quiet.push("--no-first-run");
  return isRoot ? ["--no-sandbox", ...quiet] : quiet;
}
