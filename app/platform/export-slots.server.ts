/** Limits concurrent exports to one of each kind per process: each uses much CPU for seconds. */
export interface ExportSlots {
  /** Returns a function that releases the slot, or undefined when it is in use. */
  take(kind: string): (() => void) | undefined;
}

export function createExportSlots(): ExportSlots {
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
