import type { Readable } from "node:stream";
import { DataStore, ERRORS, type Lock, type Locker, Upload } from "@tus/server";
import { ResumableWriteGone } from "~/integrations/storage/storage";
import type { Services } from "~/platform/services";
import { dropUpload } from "./discard-upload.server";
import { finishUpload } from "./finish-upload.server";
import { findOwnUpload } from "./resumable-uploads.queries.server";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

class TusRefusal extends Error {
  override readonly name = "TusRefusal";
  constructor(
    readonly status_code: number,
    readonly body: string,
  ) {
    super(body.trim());
  }
}

/** For one request. Another creator's upload does not exist. */
export class CreatorUploads extends DataStore {
  private ownUpload: Awaited<ReturnType<typeof findOwnUpload>>;
  private writing: Promise<unknown> = Promise.resolve();
  failure: unknown;

  constructor(
    private readonly services: Needs,
    private readonly creatorId: string,
  ) {
    super();
    // Creation is our own form, judged before anything is sent.
    this.extensions = ["termination"];
  }

  override async getUpload(id: string): Promise<Upload> {
    this.ownUpload = await findOwnUpload(this.services.db, { creatorId: this.creatorId, videoId: id });
    // Uploads to the streaming service do not pass here.
    if (this.ownUpload?.place.delivery !== "store") throw ERRORS.FILE_NOT_FOUND;
    const { published, place } = this.ownUpload;
    const { write } = place;
    const offset = published ? write.bytes : await this.services.storage.resumable.offset(write);
    if (offset === undefined) throw ERRORS.FILE_NO_LONGER_EXISTS;
    // Its last byte came, but publishing it failed: its browser does not send it again.
    if (!published && offset === write.bytes) await this.finish(id);
    return new Upload({ id, size: write.bytes, offset });
  }

  /** Throws the answer of an upload that cannot be published. */
  async finish(videoId: string): Promise<void> {
    const finished = await finishUpload(this.services, { creatorId: this.creatorId, videoId });
    if (finished.ok) return;
    if (finished.error === "refused") throw new TusRefusal(422, finished.message);
    throw ERRORS.FILE_NOT_FOUND;
  }

  override async write(stream: Readable, _id: string, offset: number): Promise<number> {
    if (this.ownUpload?.place.delivery !== "store") throw ERRORS.FILE_NOT_FOUND;
    const { write } = this.ownUpload.place;
    if (offset === write.bytes) return offset;
    const appended = this.services.storage.resumable.append(write, offset, stream);
    this.writing = appended.catch((error: unknown) => {
      this.failure = error instanceof ResumableWriteGone ? ERRORS.FILE_NO_LONGER_EXISTS : error;
    });
    return appended;
  }

  /**
   * @tus/server does not wait for a write when a connection is lost, but it must not meet the next request, or
   * outlive a dropped upload.
   */
  async settled(): Promise<void> {
    await this.writing;
  }

  override async remove(id: string): Promise<void> {
    const dropped = await dropUpload(this.services, { creatorId: this.creatorId, videoId: id });
    if (dropped.ok) return;
    if (dropped.error === "notFound") throw ERRORS.FILE_NOT_FOUND;
    throw new TusRefusal(409, "The video is published\n");
  }
}

/** For the preceding request's lock, in milliseconds: S3 may still be storing a part of it. */
const defaultPatience = 30_000;

interface Holder {
  askToEnd(): void | Promise<void>;
  ended: Promise<void>;
  end(): void;
}

interface UploadLocks {
  of(ownerId: string): Locker;
}

/**
 * One request at a time for each upload, in this process. The newest goes first: after a network failure the server
 * may take the dead connection for a live one for minutes. In place of @tus/server's MemoryLocker, which waits by
 * asking again on every turn of the event loop.
 */
export function createUploadLocks(patience = defaultPatience): UploadLocks {
  const holders = new Map<string, Holder>();

  async function acquire(name: string, signal: AbortSignal, askToEnd: Holder["askToEnd"]): Promise<void> {
    const tooLate = timeOut(patience, signal);
    try {
      for (let holder = holders.get(name); holder; holder = holders.get(name)) {
        await holder.askToEnd();
        await Promise.race([holder.ended, tooLate.promise]);
      }
      if (signal.aborted) throw ERRORS.ERR_LOCK_TIMEOUT;
    } finally {
      tooLate.clear();
    }
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    holders.set(name, { askToEnd, ended, end });
  }

  return {
    of: (ownerId) => ({
      newLock(id): Lock {
        const name = `${ownerId}/${id}`;
        return {
          lock: (signal, askToEnd) => acquire(name, signal, askToEnd),
          async unlock() {
            holders.get(name)?.end();
            holders.delete(name);
          },
        };
      },
    }),
  };
}

/** Also rejects when the signal aborts. */
function timeOut(milliseconds: number, signal: AbortSignal) {
  let clear = () => {};
  const promise = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(ERRORS.ERR_LOCK_TIMEOUT);
    const timer = setTimeout(refuse, milliseconds);
    signal.addEventListener("abort", refuse, { once: true });
    clear = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", refuse);
    };
  });
  promise.catch(() => {}); // `Promise.race` reports it
  return { promise, clear };
}
