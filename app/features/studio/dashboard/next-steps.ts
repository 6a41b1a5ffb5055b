import type { MessageKey } from "~/i18n/message-key";

export interface FirstStepsFacts {
  video: boolean;
  /** They can be paid (`decidePayoutProblem`). */
  payable: boolean;
  /** Their page has a photo; a handle is given with the account. */
  portrait: boolean;
  /** A payment was opened for one of their videos: the only sign that the link was shared. */
  asked: boolean;
}

export interface FirstStep {
  done: boolean;
  title: MessageKey;
  text: MessageKey;
  to: string;
}

export function listFirstSteps(facts: FirstStepsFacts): FirstStep[] | null {
  const steps: FirstStep[] = [
    {
      done: facts.video,
      title: "creator.stepVideo",
      text: "creator.stepVideoText",
      to: "/creator/upload",
    },
    {
      done: facts.payable,
      title: "creator.stepPix",
      text: "creator.stepPixText",
      to: "/creator/payments",
    },
    {
      done: facts.portrait,
      title: "creator.stepPage",
      text: "creator.stepPageText",
      to: "/creator/profile",
    },
    {
      done: facts.asked,
      title: "creator.stepShare",
      text: "creator.stepShareText",
      to: "/creator/videos",
    },
  ];
  return steps.every(({ done }) => done) ? null : steps;
}

export interface CreatorTask {
  kind: "question" | "payout" | "taxId" | "email" | "dispute" | "preview";
  to: string;
  values: Record<string, string | number>;
  due: Date | null;
}

/** The nearest deadline first, then those without one, in the order of their list. */
export function orderTasks(tasks: readonly (CreatorTask | false)[]): CreatorTask[] {
  return tasks.filter((task) => task !== false).sort((a, b) => timeOf(a) - timeOf(b));
}

const timeOf = ({ due }: CreatorTask) => due?.getTime() ?? Number.MAX_SAFE_INTEGER;
