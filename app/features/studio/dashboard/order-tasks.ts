/** Something that a creator should do. */
export interface CreatorTask {
  kind: "question" | "payout" | "taxId" | "email" | "dispute" | "preview";
  to: string;
  values: Record<string, string | number>;
  /** Until when it should be done; null without a deadline. */
  due: Date | null;
}

/** Returns the tasks with the nearest deadline first, then those without one, in the order of their list. */
export function orderTasks(tasks: readonly (CreatorTask | false)[]): CreatorTask[] {
  return tasks.filter((task) => task !== false).sort((a, b) => timeOf(a) - timeOf(b));
}

const timeOf = ({ due }: CreatorTask) => due?.getTime() ?? Number.MAX_SAFE_INTEGER;
