/** For `npm run dev`: rebuilds and restarts the server when a source file changes. */
import { watch } from "node:fs";
import { buildApp, sources } from "./build-app";

/** Editors write a file in several steps, and a change of branch touches many. In milliseconds. */
const settleMs = 200;

/**
 * Watches the sources. `onBuilt`: called after each successful build; a failed one prints its error. Builds run one
 * at a time.
 */
export function rebuildOnChange(onBuilt: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();
  const rebuild = async () => {
    try {
      if (!(await buildApp({ quick: true }))) return;
      await onBuilt();
      console.log("Built anew.");
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  };
  for (const path of sources) {
    watch(path, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        building = building.then(rebuild);
      }, settleMs);
    });
  }
}
