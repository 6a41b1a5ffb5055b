import { isRouteErrorResponse } from "@remix-run/react";

/** Data of a 503 response while PostgreSQL is unavailable. */
export const databaseAway = "databaseAway";

/** While PostgreSQL works, but has too much to do. */
export const databaseBusy = "databaseBusy";

/** Undefined for any other error. */
export function databaseFailure(error: unknown): "away" | "busy" | undefined {
  if (!isRouteErrorResponse(error)) return undefined;
  if (error.data === databaseBusy) return "busy";
  return error.data === databaseAway ? "away" : undefined;
}

/** A form that a guard refused, as the page of its response sends it again. */
export interface KeptForm {
  address: string;
  /** The page that the person needs first. */
  path: string;
  reason: "signedOut" | "otherAccount" | "secondFactor";
  /** In the language of the address: no other page has them. */
  texts: { text: string; send: string; notKept: string };
  fields: [name: string, value: string][];
  /** A file or a secret has to be entered again. */
  lacksFields: boolean;
  isMultipart: boolean;
}

/** In the address of a kept form: a signature of its author's id. */
export const accountParameter = "account";

/** Undefined for any other error than a 401 with a form. */
export function keptFormOf(error: unknown): KeptForm | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 401) return undefined;
  return (error.data as { keptForm?: KeptForm } | null)?.keptForm;
}
