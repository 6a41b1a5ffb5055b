import { findOnPath, isDebian, isRoot, tryCommand } from "./machine-lookups";

export interface Engine {
  name: string;
  program: string;
  packages: readonly string[];
}

/** From Debian: Gecko, and WebKit with a screen for it. */
export const engines = {
  firefox: { name: "Firefox", program: "firefox-esr", packages: ["firefox-esr"] },
  webkit: { name: "WebKitGTK", program: "WebKitWebDriver", packages: ["webkit2gtk-driver", "xvfb"] },
} as const satisfies Record<string, Engine>;

/** Installed as root on Debian where missing; else undefined. */
export async function findEngine({ program, packages }: Engine): Promise<string | undefined> {
  const installed = findOnPath(program);
  if (installed || !isRoot || !isDebian()) return installed;
  await tryCommand("apt-get", "install", "-y", ...packages);
  return findOnPath(program);
}
