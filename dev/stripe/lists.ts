import { z } from "zod";
import { missingError, paramError } from "./api-error";
import type { FormValue } from "./form-body";
import { integer, parseParams, text } from "./params";

/** https://docs.stripe.com/api/pagination, and `created`. Refuses other parameters by name. */
const listParams = z.strictObject({
  limit: integer.optional(),
  starting_after: text(200).optional(),
  created: z.strictObject({ gte: integer.optional() }).optional(),
  payment_intent: text(200).optional(),
  expand: z.array(z.string()).optional(),
});

export interface Listed {
  id: string;
  created: number;
  payment_intent: string | null;
}

interface ListOptions<T> {
  /** Oldest first. */
  all: T[];
  url: string;
  name: string;
  query: { [key: string]: FormValue };
  expansions: readonly string[];
  show: (item: T, expand: readonly string[]) => unknown;
}

/** Newest first. Throws ApiError for an unknown parameter or start. */
export function listPage<T extends Listed>(options: ListOptions<T>) {
  const { all, url, name, query, expansions, show } = options;
  const { limit = 10, starting_after, created, payment_intent, expand = [] } = parseParams(listParams, query);
  if (limit < 1 || limit > 100) {
    throw paramError("limit", "parameter_invalid_integer", "This value must be between 1 and 100.");
  }
  refuseExpansion(expand, expansions);
  const newestFirst = all
    .toReversed()
    .filter((item) => item.created >= (created?.gte ?? 0))
    .filter((item) => payment_intent === undefined || item.payment_intent === payment_intent);
  const last = starting_after && newestFirst.findIndex(({ id }) => id === starting_after);
  if (last === -1) throw missingError("starting_after", name, starting_after ?? "");
  const rest = newestFirst.slice(typeof last === "number" ? last + 1 : 0);
  return {
    object: "list",
    data: rest.slice(0, limit).map((item) => show(item, expand)),
    has_more: rest.length > limit,
    url,
  };
}

/** Throws ApiError for what cannot be expanded here. */
export function refuseExpansion(expand: readonly string[], known: readonly string[]): void {
  const unknown = expand.find((path) => !known.includes(path));
  if (unknown !== undefined) {
    throw paramError("expand", undefined, `This property cannot be expanded (${unknown}).`);
  }
}
