/** Formats the cursor of a page of creators (`?after=`): what the last one is owed, in cents, and their id. */
export function formatOwedCursor({ cents, creatorId }: { cents: number; creatorId: string }): string {
  return `${cents}_${creatorId}`;
}

const shape = /^(-?\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Parses a cursor; undefined, the first page, for an invalid one. */
export function parseOwedCursor(raw: string | null): { cents: number; creatorId: string } | undefined {
  const [, cents, creatorId] = shape.exec(raw ?? "") ?? [];
  return cents && creatorId ? { cents: Number(cents), creatorId } : undefined;
}

/** Parses the id of a statement's line; 0, before all of them, for an invalid one. */
export function parseLineCursor(raw: string | null): number {
  return /^\d{1,15}$/.test(raw ?? "") ? Number(raw) : 0;
}
