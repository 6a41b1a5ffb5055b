import { hasVisibleCharacter } from "~/features/base/form-fields/typed-text";
import { parsePrice } from "~/features/base/money/price";

export interface StepsForm {
  title: string;
  price: string;
  isFree: boolean;
  description: string;
  outcomes: string;
  /** Whether a file is chosen, on its way or at the server, or a link is typed. */
  hasVideo: boolean;
  hasCover: boolean;
}

export type PublishStep = "basics" | "cover" | "description" | "outcomes";

/** Returns the steps of the form in page order, each with whether it is done. */
export function listPublishSteps(form: StepsForm): { step: PublishStep; done: boolean }[] {
  const hasPrice = form.isFree || parsePrice(form.price).ok;
  const basics = form.hasVideo && hasVisibleCharacter(form.title) && hasPrice;
  return [
    { step: "basics", done: basics },
    { step: "cover", done: form.hasCover },
    { step: "description", done: hasVisibleCharacter(form.description) },
    { step: "outcomes", done: hasVisibleCharacter(form.outcomes) },
  ];
}
