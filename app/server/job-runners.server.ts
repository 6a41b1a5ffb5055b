import type { Database } from "~/platform/db.server";
import type { Log } from "~/platform/log.server";
import { beatRunners, removeRunners, unlockJobsOfGone } from "./job-runners.queries.server";

/** Between two heartbeats, in milliseconds. */
const beatMs = 5_000;

/**
 * The job runners of this process, known to others by their heartbeat. A job is locked by its runner's id, which is random
 * and dies with the process: without this, a job of a killed process would stay locked for four hours.
 */
export class JobRunners {
  readonly #ids = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly log: Log,
  ) {}

  /** Makes a runner known. Called before it takes its first job. */
  async add(id: string): Promise<void> {
    this.#ids.add(id);
    await beatRunners(this.db, [id]);
  }

  start(): void {
    this.#schedule();
  }

  /** To be called once the runners themselves have stopped. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#beating;
    clearTimeout(this.#timer);
    await removeRunners(this.db, [...this.#ids]);
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat().finally(() => this.#schedule());
    }, beatMs).unref();
  }

  async #beat(): Promise<void> {
    const ids = [...this.#ids];
    const [id] = ids;
    if (!id) return;
    try {
      await beatRunners(this.db, ids);
      const gone = await unlockJobsOfGone(this.db, id);
      if (gone > 0) this.log.warn({ runners: gone }, "unlocked the jobs of runners that are gone");
    } catch (error) {
      this.log.warn({ err: error }, "a heartbeat of the job runners failed");
    }
  }
}
