import type { Clock } from "~/integrations/clock";
import type { VideoConverter } from "~/integrations/conversion/converter";
import type { GoogleSignIn } from "~/integrations/identity/identity";
import type { Mailer } from "~/integrations/mail/mail";
import type { Payments } from "~/integrations/payments/payments";
import type { Storage } from "~/integrations/storage/storage";
import type { Streaming } from "~/integrations/streaming/streaming";
import type { Database, OpenDatabase } from "./db.server";
import type { DeviceCookie } from "./device-cookie.server";
import type { Env } from "./env.server";
import type { ExportPlaces } from "./export-slots.server";
import type { FlashCookie } from "./flash.server";
import type { Log } from "./log.server";
import type { Passwords } from "./passwords.server";
import type { RateLimits } from "./rate-limits.server";
import type { SessionCookie } from "./session.server";

/** All that a request may need of the world, made once a process. */
export interface Services {
  env: Env;
  clock: Clock;
  log: Log;
  db: Database;
  /** The same connections, for the libraries that speak to PostgreSQL themselves. */
  pool: OpenDatabase["pool"];
  rateLimits: RateLimits;
  passwords: Passwords;
  sessionCookie: SessionCookie;
  deviceCookie: DeviceCookie;
  flashCookie: FlashCookie;
  storage: Storage;
  /** Plays the videos that went to it, and takes them away. Undefined where none is set up: then the file store delivers. */
  streaming: Streaming | undefined;
  /** Undefined where FFmpeg is not on the PATH: then creators are told what may not play. */
  converter: VideoConverter | undefined;
  payments: Payments;
  /** Undefined where Google is not set up: then nobody is offered it. */
  google: GoogleSignIn | undefined;
  /** Undefined where no mail server is set up: then mail jobs wait. */
  mailer: Mailer | undefined;
  exportPlaces: ExportPlaces;
  /** The built file of the thread that makes workbooks. */
  workbookWorker: URL;
}
