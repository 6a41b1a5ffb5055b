import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { MessageKey } from "~/i18n/message-key";

/**
 * Chrome's, Firefox's and Safari's words for a fetch that failed, or whose answer broke off: a TypeError
 * (https://fetch.spec.whatwg.org/#fetch-method), as is many a bug of ours.
 */
const noAnswer =
  /^(Failed to fetch|NetworkError when|Load failed|network error|Error in input stream|The network)/;

/** Remix's words for an answer that is none of ours: a proxy's error page, or nothing at all. */
const notOurs = /^(Unable to decode turbo-stream response|No response body to decode)/;

/** Whether an error says that no answer of ours came: the line is gone, or a proxy answered in our place. */
export function isLostLine(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return notOurs.test(error.message) || (error instanceof TypeError && noAnswer.test(error.message));
}

/** What is said of a form that got no answer: texts that every page has. */
export interface LostLine {
  title: MessageKey;
  description: MessageKey;
}

type Listener = (said: LostLine | undefined) => void;

const listeners = new Set<Listener>();

function tell(said: LostLine | undefined): void {
  for (const listener of listeners) listener(said);
}

/**
 * Makes a page's `clientAction`: it sends the form, and where no answer comes leaves the page as it is, with all that was
 * typed, and has it told (`onLostLine`). Whether the form arrived is not known, as with every line that breaks.
 */
export function tellLostLineAs(said: LostLine) {
  return ({ serverAction }: ClientActionFunctionArgs): Promise<unknown> => {
    tell(undefined);
    return answerLostLine(serverAction, () => {
      tell(said);
      return null;
    });
  };
}

/** The `clientAction` of a page with a form. */
export const tellLostLine = tellLostLineAs({ title: "errors.noAnswerTitle", description: "errors.noAnswer" });

/** Sends a form; where no answer comes, gives what is made in its place as that of a form that failed: nothing is loaded anew. */
export async function answerLostLine(
  serverAction: ClientActionFunctionArgs["serverAction"],
  answer: () => unknown,
): Promise<unknown> {
  try {
    return await serverAction();
  } catch (error) {
    if (!isLostLine(error)) throw error;
    return Response.json(answer(), { status: 503 });
  }
}

/** Calls a listener each time a form got no answer, and with undefined when the next is sent. Gives how to stop that. */
export function onLostLine(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
