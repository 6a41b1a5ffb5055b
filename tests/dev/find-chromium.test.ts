import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { chromiumArguments, findChromium, findHeadlessShell } from "../../dev/browser/find-chromium";
import { type MachineLookups, machineLookups } from "../../dev/browser/machine-lookups";

const playwrights = "/cache/playwright/chrome";

/**
 * A machine on which these paths run as browsers. `installs`: browsers that exist after a command beginning with
 * these words.
 */
function machineWith(
  browsers: string[],
  installs: Record<string, string> = {},
  rest: Partial<MachineLookups> = {},
) {
  const running = new Set(browsers);
  const commands: string[] = [];
  const machine: MachineLookups = {
    env: {},
    isRoot: false,
    isDebian: false,
    isMac: false,
    playwrightPath: () => playwrights,
    findOnPath: (name) => (running.has(`/usr/bin/${name}`) ? `/usr/bin/${name}` : undefined),
    runs: async (path) => running.has(path),
    tryCommand: async (command, words) => {
      const line = [command, ...words].join(" ");
      commands.push(line);
      for (const [begin, browser] of Object.entries(installs))
        if (line.startsWith(begin)) running.add(browser);
      return line !== "sudo -n true" || "sudo" in installs;
    },
    log: () => undefined,
    ...rest,
  };
  return { machine, commands };
}

describe("an installed browser", () => {
  const order = [
    "/opt/mine",
    playwrights,
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];

  test.each(order.map((path, index) => [path, index] as const))(
    "named %s takes precedence over the later ones",
    async (path, index) => {
      const env = index === 0 ? { CHROMIUM_PATH: path } : {};
      const { machine, commands } = machineWith(order.slice(index), {}, { env });
      expect(await findChromium(machine)).toBe(path);
      expect(commands).toEqual([]);
    },
  );

  test("that does not run is skipped", async () => {
    const { machine } = machineWith(
      ["/usr/bin/google-chrome"],
      {},
      { findOnPath: (name) => `/usr/bin/${name}` },
    );
    expect(await findChromium(machine)).toBe("/usr/bin/google-chrome");
  });

  test("on a Mac may be an application", async () => {
    const chrome = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    expect(await findChromium(machineWith([chrome], {}, { isMac: true }).machine)).toBe(chrome);
  });

  test("named by CHROMIUM_PATH must run, and has no fallback", async () => {
    const { machine, commands } = machineWith([playwrights], {}, { env: { CHROMIUM_PATH: "/no/such" } });
    await expect(findChromium(machine)).rejects.toThrow("CHROMIUM_PATH is /no/such, but that does not run");
    expect(commands).toEqual([]);
  });
});

describe("a machine without a browser", () => {
  const apt = { "apt-get install -y chromium": "/usr/bin/chromium" };

  test("gets Playwright's browser, with its libraries if no password is needed", async () => {
    const asUser = machineWith([], { "npx --no playwright install chromium": playwrights });
    expect(await findChromium(asUser.machine)).toBe(playwrights);
    const withLibraries = { "npx --no playwright install --with-deps chromium": playwrights };
    expect(await findChromium(machineWith([], { ...withLibraries, sudo: "" }).machine)).toBe(playwrights);
    const asRoot = machineWith([], withLibraries, { isRoot: true });
    expect(await findChromium(asRoot.machine)).toBe(playwrights);
    expect(asRoot.commands).toEqual(["npx --no playwright install --with-deps chromium"]);
  });

  test("gets Debian's browser as root on Debian if Playwright's download fails", async () => {
    const { machine, commands } = machineWith([], apt, { isRoot: true, isDebian: true });
    expect(await findChromium(machine)).toBe("/usr/bin/chromium");
    expect(commands.slice(1)).toEqual(["apt-get update", "apt-get install -y chromium"]);
  });

  test.each([{ isRoot: true }, { isDebian: true }])(
    "gets an error that says what to install with %j only",
    async (rest) => {
      const { machine, commands } = machineWith([], apt, rest);
      await expect(findChromium(machine)).rejects.toThrow(/apt-get install chromium[\s\S]*CHROMIUM_PATH=/);
      expect(commands.filter((line) => line.startsWith("apt-get"))).toEqual([]);
    },
  );
});

describe("the headless shell", () => {
  const shell = "/usr/bin/chromium-headless-shell";
  const apt = { "apt-get install -y chromium-headless-shell": shell };

  test("is used if installed", async () => {
    const { machine, commands } = machineWith([shell], apt, { isRoot: true, isDebian: true });
    expect(await findHeadlessShell(machine)).toBe(shell);
    expect(commands).toEqual([]);
  });

  test("is installed for root on Debian only", async () => {
    const rights = { isRoot: true, isDebian: true };
    expect(await findHeadlessShell(machineWith([], apt, rights).machine)).toBe(shell);
    expect(await findHeadlessShell(machineWith([], {}, rights).machine)).toBeUndefined();
    const { machine, commands } = machineWith([], apt, { isDebian: true });
    expect([await findHeadlessShell(machine), commands]).toEqual([undefined, []]);
  });

  test("is not used when CHROMIUM_PATH names a browser", async () => {
    const { machine } = machineWith([shell], {}, { env: { CHROMIUM_PATH: "/opt/mine" } });
    expect(await findHeadlessShell(machine)).toBeUndefined();
  });
});

describe("this machine", () => {
  test("detects whether a program runs, and finds it on the PATH", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sabia-browser-"));
    try {
      const [good, placeholder, plain] = ["good", "placeholder", "plain"].map((name) => join(folder, name));
      writeFileSync(good ?? "", "#!/bin/sh\necho Chromium 1\n");
      writeFileSync(placeholder ?? "", "#!/bin/sh\necho requires the snap >&2; exit 1\n");
      writeFileSync(plain ?? "", "no program");
      for (const file of [good, placeholder]) chmodSync(file ?? "", 0o755);
      const machine = machineLookups(() => undefined);
      expect(await machine.runs(good ?? "")).toBe(true);
      expect(await machine.runs(placeholder ?? "")).toBe(false);
      expect(await machine.runs(plain ?? "")).toBe(false);
      expect(await machine.runs(join(folder, "missing"))).toBe(false);
      const path = process.env.PATH;
      process.env.PATH = `${folder}:${path}`;
      expect(machine.findOnPath("good")).toBe(good);
      expect(machine.findOnPath("plain")).toBeUndefined();
      process.env.PATH = path;
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("the sandbox is off for root only", () => {
    expect(chromiumArguments(true)).toContain("--no-sandbox");
    expect(chromiumArguments(false)).not.toContain("--no-sandbox");
    expect(chromiumArguments(false)).toContain("--no-first-run");
  });
});
