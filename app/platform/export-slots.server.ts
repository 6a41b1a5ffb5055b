/** How many exports may be made at once. Each takes a share of the machine for seconds, so one of each kind a process. */
export interface ExportPlaces {
  /** Takes the place of a kind; gives what frees it again, or undefined where it is taken. */
  take(kind: string): (() => void) | undefined;
}

export function createExportPlaces(): ExportPlaces {
  const taken = new Set<string>();
  return {
    take(kind) {
      if (taken.has(kind)) return undefined;
      taken.add(kind);
      let freed = false;
      return () => {
        if (!freed) taken.delete(kind);
        freed = true;
      };
    },
  };
}
