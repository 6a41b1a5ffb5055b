/** `npm run sbom`: CycloneDX in build/sbom.json with what is bundled. Fails when a package is missing. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { listProductionPackages } from "./production-packages";

interface Component {
  "bom-ref": string;
  purl?: string;
}

const words = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
const sbom = JSON.parse(
  execFileSync("npm", words, { encoding: "utf8", maxBuffer: 1e8, stdio: ["ignore", "pipe", "inherit"] }),
) as {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};
const missing = listProductionPackages(JSON.parse(readFileSync("package-lock.json", "utf8")));
const components = sbom.components.filter(({ purl = "" }) =>
  // `name@version` of a package URL of type npm.
  missing.delete(decodeURIComponent(purl.replace(/^pkg:npm\//, "").replace(/\?.*/, ""))),
);
const refs = new Set([sbom.metadata.component, ...components].map((component) => component["bom-ref"]));
const dependencies = sbom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
mkdirSync("build", { recursive: true });
writeFileSync("build/sbom.json", `${JSON.stringify({ ...sbom, components, dependencies }, null, 2)}\n`);
console.log(`build/sbom.json: ${components.length} production packages`);
if (missing.size > 0) {
  console.error(`missing in it: ${[...missing].join(", ")}`);
  process.exitCode = 1;
}
