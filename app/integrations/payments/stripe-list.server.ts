import { z } from "zod";
import { PaymentsUnavailable } from "./payments-errors";
import { inTime, toPaymentsError } from "./stripe-failure.server";

/** Stripe's maximum: https://docs.stripe.com/api/pagination */
const PAGE_SIZE = 100;

/** Which objects: those made since a moment, in seconds, or those of one payment. */
type Filter = { created: { gte: number } } | { payment_intent: string };

type PageParams<F extends Filter> = F & { limit: number; starting_after?: string };

const pageShape = z.object({
  data: z.array(z.looseObject({ id: z.string().min(1) })),
  has_more: z.boolean(),
});

/** For `listAll`: since a moment, to the second. */
export function madeSince(since: Date): { created: { gte: number } } {
  return { created: { gte: Math.floor(since.getTime() / 1000) } };
}

/**
 * Reads all objects of a filter, newest first, without those that `parse` returns undefined for. A page is requested
 * when the one before has been read, so that a caller may stop early.
 * @param onUnreadable called with the id of each malformed object, which is left out
 * @throws PaymentsUnavailable, also for a malformed page, and without `onUnreadable` for a malformed object: skipping
 *   it in silence would miss money
 */
export async function* listAll<F extends Filter, T>(
  filter: F,
  askPage: (params: PageParams<F>) => Promise<unknown>,
  parse: (object: unknown) => T | undefined | "malformed",
  onUnreadable: (id: string) => void = (id) => {
    throw malformed(`The list has an object of another form: ${id}`);
  },
): AsyncGenerator<T, void, undefined> {
  let last: string | undefined;
  do {
    const params = { ...filter, limit: PAGE_SIZE, ...(last === undefined ? {} : { starting_after: last }) };
    const { data, has_more } = requirePage(await inTime(() => askPage(params)).catch(rethrow));
    for (const object of data) {
      const item = parse(object);
      if (item === "malformed") onUnreadable(object.id);
      else if (item !== undefined) yield item;
    }
    last = has_more ? data.at(-1)?.id : undefined;
  } while (last !== undefined);
}

function requirePage(answer: unknown): z.infer<typeof pageShape> {
  const page = pageShape.safeParse(answer);
  // An empty page with more to come would loop for ever.
  if (!page.success || (page.data.has_more && page.data.data.length === 0)) {
    throw malformed("The answer is not a page of a list");
  }
  return page.data;
}

function malformed(message: string): PaymentsUnavailable {
  return new PaymentsUnavailable("failing", { cause: new Error(message) });
}

function rethrow(failure: unknown): never {
  throw toPaymentsError(failure);
}
