/** An entry of package-lock.json; its key is the folder. */
interface Locked {
  name?: string;
  version?: string;
  dev?: boolean;
}

export interface LockFile {
  packages: Record<string, Locked>;
}

/** Returns the packages that a production installation can have, as `name@version`, those of other systems included. */
export function listProductionPackages({ packages }: LockFile): Set<string> {
  const found = Object.entries(packages).filter(([path, { dev }]) => path !== "" && dev !== true);
  return new Set(found.map(([path, { name, version }]) => `${name ?? nameOf(path)}@${version}`));
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
