import { type LockFile, listProductionPackages } from "./production-packages";

interface Component {
  "bom-ref": string;
  purl?: string;
}

/** The parts of a CycloneDX document that are read. */
export interface Sbom {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** Returns `name@version` of a component (package URL, type npm). */
const idOf = ({ purl = "" }: Component) =>
  decodeURIComponent(purl.replace(/^pkg:npm\//, "").replace(/\?.*/, ""));

/**
 * Returns a bill of materials without the packages of development alone. `npm sbom --omit dev` would also leave out
 * packages that both need: half of those in production.
 */
export function keepProduction<Full extends Sbom>(sbom: Full, lock: LockFile): Full {
  const production = listProductionPackages(lock);
  const components = sbom.components.filter((component) => production.has(idOf(component)));
  const refs = new Set([sbom.metadata.component, ...components].map((component) => component["bom-ref"]));
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ dependsOn = [], ...rest }) => ({ ...rest, dependsOn: dependsOn.filter((ref) => refs.has(ref)) }));
  return { ...sbom, components, dependencies };
}

/** Returns the production packages of the lock file that a bill of materials lacks. */
export function findMissing(sbom: Sbom, lock: LockFile): string[] {
  const listed = new Set(sbom.components.map(idOf));
  return [...listProductionPackages(lock)].filter((id) => !listed.has(id));
}
