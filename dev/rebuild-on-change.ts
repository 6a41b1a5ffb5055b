/** For `npm run dev`: builds and starts the server anew whenever a source file has changed. */
import { watch } from "node:fs";
import { buildApp, sources } from "./build-app";

/** Editors write a file in several steps, and a branch switch touches many. */
const settleMs = 200;

/**
 * Watches the sources. Takes what to do once a new build is ready. A build that fails says why and leaves the old one
 * running. One build at a time; what changes meanwhile is built next.
 */
export function rebuildOnChange(onBuilt: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();
  const rebuild = async () => {
    try {
      if (!(await buildApp())) return;
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
