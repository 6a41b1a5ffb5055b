import type { Database } from "~/platform/db.server";
import type { Log } from "~/platform/log.server";
import { recordHeartbeats, removeRunners, unlockJobsOfDeadRunners } from "./runner.queries.server";

const heartbeatMs = 5_000;

/** A job is locked by its runner's random id. Without heartbeats, a killed process's jobs would stay locked for 4 h. */
export class JobRunners {
  readonly #runners = new Map<string, { tasks: readonly string[]; takes: () => boolean }>();
  /** Their jobs could not be unlocked yet. */
  readonly #ended = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly log: Log,
  ) {}

  /** Before the runner takes its first job. `takes`: took a job since the last call, or cannot take one now. */
  async add(id: string, runner: { tasks: readonly string[]; takes: () => boolean }): Promise<void> {
    if (this.#ended.has(id)) return;
    this.#runners.set(id, runner);
    await recordHeartbeats(this.db, [{ id, tasks: runner.tasks, took: false }]);
  }

  /** At once or as soon as the database answers. Never rejects. */
  async release(id: string): Promise<void> {
    this.#runners.delete(id);
    this.#ended.add(id);
    await this.#unlockEnded().catch((error) =>
      this.log.warn({ err: error }, "the jobs of a runner that ended could not be unlocked yet"),
    );
  }

  start(): void {
    this.#schedule();
  }

  /** After the runners have stopped. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#beating;
    clearTimeout(this.#timer);
    await removeRunners(this.db, [...this.#runners.keys(), ...this.#ended]);
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat().finally(() => this.#schedule());
    }, heartbeatMs).unref();
  }

  async #unlockEnded(): Promise<void> {
    const ids = [...this.#ended];
    if (ids.length === 0) return;
    await removeRunners(this.db, ids);
    for (const id of ids) this.#ended.delete(id);
  }

  async #beat(): Promise<void> {
    const runners = [...this.#runners].map(([id, { tasks, takes }]) => ({ id, tasks, took: takes() }));
    const [first] = runners;
    try {
      await this.#unlockEnded();
      if (!first) return;
      await recordHeartbeats(this.db, runners);
      const gone = await unlockJobsOfDeadRunners(this.db, first.id);
      if (gone > 0) this.log.warn({ runners: gone }, "unlocked the jobs of runners that are gone");
    } catch (error) {
      this.log.warn({ err: error }, "a heartbeat of the job runners failed");
    }
  }
}
