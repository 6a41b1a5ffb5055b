/** For `npm run dev`. */
import { watch } from "node:fs";
import { buildApp, sources } from "./build-app";

/** Editors write a file in several steps, and a change of branch touches many. */
const settleMs = 200;

/** A failed build prints its error. One at a time. */
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
