import { type MachineLookups, machineLookups } from "./machine-lookups";

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
export async function findChromium(machine: MachineLookups = machineLookups()): Promise<string> {
  const wanted = machine.env.CHROMIUM_PATH;
  if (wanted) {
    if (await machine.runs(wanted)) return wanted;
    throw new Error(
      `CHROMIUM_PATH is ${wanted}, but that does not run. Correct it, or unset it to have one looked for.`,
    );
  }
  const installed = await findInstalled(machine);
  if (installed) return installed;

  machine.log("No Chromium here: Playwright is asked to install its own.");
  // Installing the libraries requires root, or sudo without a password.
  const withDeps = machine.isRoot || (await machine.tryCommand("sudo", ["-n", "true"]));
  await machine.tryCommand("npx", [
    "--no",
    "playwright",
    "install",
    ...(withDeps ? ["--with-deps"] : []),
    "chromium",
  ]);
  const playwrightPath = machine.playwrightPath();
  if (playwrightPath && (await machine.runs(playwrightPath))) return playwrightPath;

  if (machine.isRoot && machine.isDebian) {
    machine.log("That did not work: Debian's Chromium is installed (apt-get install chromium).");
    await machine.tryCommand("apt-get", ["update"]);
    await machine.tryCommand("apt-get", ["install", "-y", "chromium"]);
    const debians = await findInstalled(machine);
    if (debians) return debians;
  }
  throw new Error(whatToInstall);
}

/** Debian's, installed as root: the same engine without windows, a sixth faster. Undefined where there is none. */
export async function findHeadlessShell(
  machine: MachineLookups = machineLookups(),
): Promise<string | undefined> {
  if (machine.env.CHROMIUM_PATH) return undefined;
  if (!machine.findOnPath(shellName) && machine.isRoot && machine.isDebian)
    await machine.tryCommand("apt-get", ["install", "-y", shellName]);
  const shell = machine.findOnPath(shellName);
  return shell && (await machine.runs(shell)) ? shell : undefined;
}

async function findInstalled(machine: MachineLookups): Promise<string | undefined> {
  const onPath = names.map((name) => machine.findOnPath(name));
  const candidates = [machine.playwrightPath(), ...onPath, ...(machine.isMac ? macApps : [])];
  for (const path of candidates) if (path && (await machine.runs(path))) return path;
  return undefined;
}

/** Chromium refuses to run as root with its sandbox; the tests open only our pages. */
export function chromiumArguments(isRoot = process.getuid?.() === 0): string[] {
  const quiet = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ];
  return isRoot ? ["--no-sandbox", ...quiet] : quiet;
}
