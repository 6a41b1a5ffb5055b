/** `npm run sbom`: writes the production packages as CycloneDX to build/sbom.json. Fails when one is missing. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { findMissing, keepProduction, type Sbom } from "./sbom";

const words = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
const full = execFileSync("npm", words, {
  encoding: "utf8",
  maxBuffer: 1e8,
  stdio: ["ignore", "pipe", "inherit"],
});
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const sbom = keepProduction(JSON.parse(full) as Sbom, lock);
const missing = findMissing(sbom, lock);
mkdirSync("build", { recursive: true });
writeFileSync("build/sbom.json", `${JSON.stringify(sbom, null, 2)}\n`);
console.log(`build/sbom.json: ${sbom.components.length} production packages`);
if (missing.length > 0) {
  console.error(`missing in it: ${missing.join(", ")}`);
  process.exitCode = 1;
}
