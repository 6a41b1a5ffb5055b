import type { Clock } from "~/integrations/clock";
import type { VideoConverter } from "~/integrations/conversion/converter";
import type { GoogleSignIn } from "~/integrations/identity/identity";
import type { Mailer } from "~/integrations/mail/mail";
import type { Payments } from "~/integrations/payments/payments";
import type { Storage } from "~/integrations/storage/storage";
import type { Streaming } from "~/integrations/streaming/streaming";
import type { Database, OpenDatabase } from "./db.server";
import type { Env } from "./env.server";
import type { Log } from "./log.server";
import type { Metrics } from "./metrics.server";
import type { Passwords } from "./passwords.server";
import type { Replica } from "./replica/watch-replica.queries.server";
import type { SecretBox } from "./secrets.server";
import type { DeviceCookie, FlashCookie, SessionCookie } from "./session/cookies.server";
import type { RateLimits } from "./try-counter.server";

/** The dependencies of requests and jobs, created once per process. */
export interface Services {
  env: Env;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  db: Database;
  pool: OpenDatabase["pool"];
  /** For public pages: the replica while it is fresh, otherwise the same as `db`. Never write through it. */
  readDb: Database;
  /** Undefined without DATABASE_REPLICA_URL. */
  replica: Replica | undefined;
  /** For background jobs, which LISTEN: not through a pooler. The same as `pool` without DATABASE_DIRECT_URL. */
  jobPool: OpenDatabase["pool"];
  rateLimits: RateLimits;
  passwords: Passwords;
  secretBox: SecretBox;
  sessionCookie: SessionCookie;
  /** Of a sign-in that waits for its second factor. */
  secondStepCookie: SessionCookie;
  deviceCookie: DeviceCookie;
  flashCookie: FlashCookie;
  storage: Storage;
  /** Undefined when not configured: the file store then delivers videos. */
  streaming: Streaming | undefined;
  /** Undefined without FFmpeg on the PATH: creators are then warned about formats that may not play. */
  converter: VideoConverter | undefined;
  payments: Payments;
  /** Undefined when not configured: Google sign-in is then not offered. */
  google: GoogleSignIn | undefined;
  /** Undefined when not configured: mail jobs then wait. */
  mailer: Mailer | undefined;
  exportSlots: ExportSlots;
  /** The built file of the thread that writes workbooks. */
  workbookWorker: URL;
  /** The built file of the thread that draws PDFs. */
  pdfWorker: URL;
}

/** Limits concurrent exports to one of each kind per process: each uses much CPU for seconds. */
export interface ExportSlots {
  /** Returns a function that releases the slot, or undefined when it is in use. */
  take(kind: string): (() => void) | undefined;
}
