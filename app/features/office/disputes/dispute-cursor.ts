/** The provider's ids. */
export const disputeIdPattern = /^[a-z]{2,6}_[A-Za-z0-9_-]{1,200}$/;

/** `at`: deadline or beginning of a page's last dispute, by the list's order. */
export interface DisputeCursor {
  at: Date;
  id: string;
}

export function formatDisputeCursor({ at, id }: DisputeCursor): string {
  return `${at.getTime()}_${id}`;
}

/** Undefined (the first page) if missing or malformed. */
export function parseDisputeCursor(raw: string | null): DisputeCursor | undefined {
  const [, time = "", id = ""] = /^(\d{1,15})_(.+)$/.exec(raw ?? "") ?? [];
  return disputeIdPattern.test(id) ? { at: new Date(Number(time)), id } : undefined;
}
