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

export interface Services {
  env: Env;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  db: Database;
  pool: OpenDatabase["pool"];
  /** The replica while it is fresh, otherwise `db`. Never write through it. */
  readDb: Database;
  replica: Replica | undefined;
  /** For jobs, which LISTEN: not through a pooler. `pool` without DATABASE_DIRECT_URL. */
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
  /** Undefined without FFmpeg: creators are then warned about formats that may not play. */
  converter: VideoConverter | undefined;
  payments: Payments;
  google: GoogleSignIn | undefined;
  /** Undefined when not configured: mail jobs then wait. */
  mailer: Mailer | undefined;
  exportSlots: ExportSlots;
  workbookWorker: URL;
  pdfWorker: URL;
}

/** One export of each kind per process at once: each uses much CPU for seconds. */
export interface ExportSlots {
  /** Returns a function that releases the slot; undefined when it is in use. */
  take(kind: string): (() => void) | undefined;
}
