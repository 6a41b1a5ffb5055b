/** Where a page of creators ended, as a link says it (`?after=`): what the last was owed, in cents, and who it was. */
export function formatOwedCursor({ cents, creatorId }: { cents: number; creatorId: string }): string {
  return `${cents}_${creatorId}`;
}

const shape = /^(-?\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Reads such a cursor; undefined for what is none, which then means the first page. */
export function parseOwedCursor(raw: string | null): { cents: number; creatorId: string } | undefined {
  const [, cents, creatorId] = shape.exec(raw ?? "") ?? [];
  return cents && creatorId ? { cents: Number(cents), creatorId } : undefined;
}

/** Reads the number of a statement's line from a link; 0, before all of them, for what is none. */
export function parseLineCursor(raw: string | null): number {
  return /^\d{1,15}$/.test(raw ?? "") ? Number(raw) : 0;
}
