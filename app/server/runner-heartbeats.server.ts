import type { Database } from "~/platform/db.server";
import type { Log } from "~/platform/log.server";
import { recordHeartbeats, removeRunners, unlockJobsOfDeadRunners } from "./runner-heartbeats.queries.server";

/** Interval between heartbeats, in milliseconds. */
const heartbeatMs = 5_000;

/**
 * The job runners of this process, with heartbeats. A job is locked by its runner's random id. Without heartbeats, a
 * job of a killed process would stay locked for four hours.
 */
export class JobRunners {
  readonly #ids = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly log: Log,
  ) {}

  /** Must be called before the runner takes its first job. */
  async add(id: string): Promise<void> {
    this.#ids.add(id);
    await recordHeartbeats(this.db, [id]);
  }

  start(): void {
    this.#schedule();
  }

  /** Must be called after the runners have stopped. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#beating;
    clearTimeout(this.#timer);
    await removeRunners(this.db, [...this.#ids]);
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat().finally(() => this.#schedule());
    }, heartbeatMs).unref();
  }

  async #beat(): Promise<void> {
    const ids = [...this.#ids];
    const [id] = ids;
    if (!id) return;
    try {
      await recordHeartbeats(this.db, ids);
      const gone = await unlockJobsOfDeadRunners(this.db, id);
      if (gone > 0) this.log.warn({ runners: gone }, "unlocked the jobs of runners that are gone");
    } catch (error) {
      this.log.warn({ err: error }, "a heartbeat of the job runners failed");
    }
  }
}
