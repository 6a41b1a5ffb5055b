/** Development packages in the build's bundles. tests/deploy/production.night.test.ts compares the list. */
export const bundledPackages: readonly string[] = [
  "@aws-sdk/client-s3",
  "@aws-sdk/lib-storage",
  "@aws-sdk/s3-request-presigner",
  "@react-email/body",
  "@react-email/button",
  "@react-email/column",
  "@react-email/container",
  "@react-email/head",
  "@react-email/heading",
  "@react-email/html",
  "@react-email/img",
  "@react-email/link",
  "@react-email/preview",
  "@react-email/render",
  "@react-email/row",
  "@react-email/section",
  "@react-email/text",
  "@remix-run/express",
  "@remix-run/node",
  "@remix-run/react",
  "@simplewebauthn/browser",
  "@tus/server",
  "csv-parse",
  "hls.js",
  "isbot",
  "jose",
  "kysely",
  "lru-cache",
  "mediabunny",
  "remix-auth",
  "remix-auth-google",
  "remix-i18next",
  "stripe",
  "tus-js-client",
  "zod",
];

/** An entry of package-lock.json; its key is the folder. */
interface Locked {
  name?: string;
  version?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, Locked>;
}

/** `name@version`, those of other systems included. */
export function listInstalledPackages(lock: LockFile): Set<string> {
  return new Set(installedPaths(lock).map((path) => idOf(lock, path)));
}

export function listProductionPackages(lock: LockFile, bundled = bundledPackages): Set<string> {
  return new Set([...listProductionPaths(lock, bundled)].map((path) => idOf(lock, path)));
}

export function listProductionPaths(lock: LockFile, bundled = bundledPackages): Set<string> {
  const paths = new Set(installedPaths(lock));
  const add = (path: string) => {
    if (paths.has(path)) return;
    paths.add(path);
    for (const name of Object.keys(lock.packages[path]?.dependencies ?? {})) {
      const dependency = resolve(lock, path, name);
      if (dependency) add(dependency);
    }
  };
  for (const name of bundled) if (lock.packages[`node_modules/${name}`]) add(`node_modules/${name}`);
  return paths;
}

function installedPaths({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([path, { dev }]) => (path !== "" && dev !== true ? [path] : []));
}

/** Node's module resolution: the nearest `node_modules` above. */
function resolve({ packages }: LockFile, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    const path = `${at}${at ? "/" : ""}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === "") return undefined;
  }
}

function idOf({ packages }: LockFile, path: string): string {
  const { name, version } = packages[path] ?? {};
  return `${name ?? nameOf(path)}@${version}`;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
