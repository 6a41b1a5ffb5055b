/** As the provider writes the ids of disputes. */
export const disputeIdPattern = /^[a-z]{2,6}_[A-Za-z0-9_-]{1,200}$/;

/** The last dispute of a page: its deadline or its beginning, by the order of the list, and its id. */
export interface DisputeCursor {
  at: Date;
  id: string;
}

export function formatDisputeCursor({ at, id }: DisputeCursor): string {
  return `${at.getTime()}_${id}`;
}

/** Parses a cursor from a link; returns undefined if missing or malformed, which means the first page. */
export function parseDisputeCursor(raw: string | null): DisputeCursor | undefined {
  const [, time = "", id = ""] = /^(\d{1,15})_(.+)$/.exec(raw ?? "") ?? [];
  return disputeIdPattern.test(id) ? { at: new Date(Number(time)), id } : undefined;
}
