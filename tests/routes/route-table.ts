/**
 * Who may do what: the answer to every route of `app/routes.ts` for every person, written down (product.md, Screens and
 * Roles). A route that is not here fails `who-may-do-what.test.ts`.
 *
 * `200`, `404` … is the status. `→ /path` is a redirect (as data: what a script receives). `plays` is a page with the
 * video's signed link in it, `asks to buy` one without. `changes, …` says that the database is another afterwards;
 * without it, not a single row may differ. `{video}` is the owner's video, `{address}` its public address, `{sale}` its
 * completed sale, `{payout}` the owner's payout in `{batch}`.
 */

/** By what they have to do with the one video that the table is about. */
export const persons = [
  "anonymous",
  "consumer without a sale",
  "consumer whose sale is pending",
  "consumer whose sale failed",
  "consumer whose sale is completed",
  "owner",
  "other creator",
  "admin",
  "ended session",
  "forged cookie",
] as const;

export type Person = (typeof persons)[number];
export type Answers = Record<Person, string>;

interface Row {
  /** An address of the route, without its first slash. */
  path: string;
  /** A page or its data being read. */
  read: Answers;
  /** A successful request adds an audit entry, and changes nothing else. */
  noted?: true;
  /** Tables in which the answer may note a file that it made, or that it was read. */
  fills?: string | readonly string[];
  /** What the route's action answers to `form` by POST, PUT, PATCH and DELETE; without one, everyone gets 405. */
  change?: {
    form: Record<string, string>;
    /** Sent as multipart/form-data, with an image as `thumbnail`. */
    multipart?: true;
    answers: Answers;
    /** Where the answer to a script is another one. */
    asData?: Answers;
    /** Where PUT, PATCH and DELETE are answered in another way than POST. */
    otherVerbs?: Answers;
    /** Where DELETE is answered in another way than PUT and PATCH. */
    byDelete?: Answers;
  };
}

/** The same answer to everyone. */
function everyone(answer: string): Answers {
  return Object.fromEntries(persons.map((person) => [person, answer])) as Answers;
}

interface Groups {
  /** Anonymous, with an ended session, or with a forged cookie. */
  nobody: string;
  /** The four consumers. */
  consumers: string;
  /** The video's owner and the other creator. */
  creators: string;
  admin: string;
}

function by({ nobody, consumers, creators, admin }: Groups, but: Partial<Answers> = {}): Answers {
  return {
    anonymous: nobody,
    "consumer without a sale": consumers,
    "consumer whose sale is pending": consumers,
    "consumer whose sale failed": consumers,
    "consumer whose sale is completed": consumers,
    owner: creators,
    "other creator": creators,
    admin,
    "ended session": nobody,
    "forged cookie": nobody,
    ...but,
  };
}

/** Nobody signed in gets one answer, everyone else the other. */
function signedIn(answer: string, nobody: string, but: Partial<Answers> = {}): Answers {
  return by({ nobody, consumers: answer, creators: answer, admin: answer }, but);
}

/** The creator area: without a session to "/", without a creator profile to complete it. */
function creatorsOnly(answer: string, but: Partial<Answers> = {}): Answers {
  const completesProfile = "→ /creator-register";
  return by({ nobody: "→ /", consumers: completesProfile, creators: answer, admin: completesProfile }, but);
}

/** The admin area: without a session to its login, without the role to "/". */
const adminsOnly = (answer: string) =>
  by({ nobody: "→ /admin-login", consumers: "→ /", creators: "→ /", admin: answer });

const toLogin = (path: string) =>
  `→ /consumer-login?redirectTo=${path.replaceAll("/", "%2F").replace("?", "%3F").replace("=", "%3D")}`;

/** An empty form: 400 is the form's own answer, so the action was reached and found nothing to do. */
const emptyForm = { form: {}, answers: everyone("400") };

const payout = {
  fullName: "Caio",
  country: "Brasil",
  currency: "BRL",
  pixKey: "caio@pix.example",
  bankAccount: "1",
  bankName: "Banco",
};

export const routeTable: Record<string, Row> = {
  // Public
  "routes/public/landing": { path: "", read: everyone("200") },
  "routes/public/creator-register": {
    path: "creator-register",
    read: by({ nobody: "200", consumers: "200", creators: "→ /creator/dashboard", admin: "200" }),
    change: {
      form: payout,
      answers: by({
        nobody: "400",
        consumers: "changes, → /creator/dashboard",
        creators: "→ /creator/dashboard",
        admin: "changes, → /creator/dashboard",
      }),
      asData: by({
        nobody: "400",
        consumers: "changes, 200",
        creators: "→ /creator/dashboard",
        admin: "changes, 200",
      }),
    },
  },
  "routes/public/creator-login": {
    path: "creator-login",
    read: signedIn("→ /creator/dashboard", "200"),
    // A signed-in person is redirected from the page that would show the errors.
    change: { ...emptyForm, answers: signedIn("→ /creator/dashboard", "400"), asData: everyone("400") },
  },
  "routes/public/consumer-login": {
    path: "consumer-login",
    read: signedIn("→ /marketplace", "200"),
    change: { ...emptyForm, answers: signedIn("→ /marketplace", "400"), asData: everyone("400") },
  },
  "routes/public/admin-login": {
    path: "admin-login",
    read: by({ nobody: "200", consumers: "200", creators: "200", admin: "→ /admin/dashboard" }),
    change: {
      ...emptyForm,
      answers: { ...everyone("400"), admin: "→ /admin/dashboard" },
      asData: everyone("400"),
    },
  },
  "routes/public/google-begin": {
    path: "auth/google",
    read: everyone("→ /consumer-login"),
    change: { form: { as: "admin" }, answers: everyone("→ Google") },
  },
  "routes/public/google-callback": {
    path: "auth/google/callback?code=stolen&state=guessed",
    read: everyone("→ /consumer-login"),
  },
  "routes/public/forgot-password": {
    path: "forgot-password",
    read: everyone("200"),
    change: emptyForm,
  },
  "routes/public/reset-password": { path: "reset-password", read: everyone("200"), change: emptyForm },
  "routes/public/confirm-email": { path: "confirm-email", read: everyone("200"), change: emptyForm },
  "routes/public/access-link": {
    path: "gifts/guest_{video}_0_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    read: everyone("200"),
    change: {
      form: {},
      answers: signedIn("404", toLogin("/gifts/guest_{video}_0_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")),
    },
  },
  "routes/public/unsubscribe": {
    path: "unsubscribe",
    read: everyone("200"),
    change: { form: {}, answers: everyone("404") },
  },
  "admin-forgot-password": { path: "admin/forgot-password", read: everyone("200"), change: emptyForm },
  "admin-reset-password": { path: "admin/reset-password", read: everyone("200"), change: emptyForm },
  terms: { path: "terms", read: everyone("200") },
  privacy: { path: "privacy", read: everyone("200") },
  help: { path: "help", read: everyone("200") },
  "routes/public/logout": {
    path: "logout",
    read: everyone("→ /"),
    change: { form: {}, answers: signedIn("changes, → /", "→ /") },
  },

  // Signed-in people
  "routes/account/account": {
    path: "account",
    read: signedIn("200", toLogin("/account")),
    change: {
      form: { intent: "end-others" },
      answers: signedIn("changes, → /account", "→ /consumer-login"),
    },
  },
  "routes/account/mails": {
    path: "account/mails",
    read: signedIn("200", toLogin("/account/mails")),
    change: {
      form: { reminders: "none" },
      answers: signedIn("changes, → /account/mails", "→ /consumer-login"),
    },
  },
  "routes/account/proof": {
    path: "account/proof",
    read: signedIn("200", toLogin("/account/proof")),
    change: { form: { password: "" }, answers: signedIn("400", "→ /consumer-login") },
  },
  // Everyone accepted the terms at registration: a second time changes nothing.
  "routes/account/terms": {
    path: "account/terms",
    read: signedIn("→ /terms", toLogin("/account/terms")),
    change: { form: {}, answers: signedIn("→ /marketplace", "→ /consumer-login") },
  },
  "routes/public/second-step": {
    path: "second-step",
    read: everyone("→ /consumer-login"),
    change: { form: { code: "123456" }, answers: everyone("→ /consumer-login") },
  },
  // A link that counts takes a sign-in up to its second step: tests/features/accounts/factors/lost.test.ts.
  "routes/public/contact": {
    path: "help/contact",
    read: everyone("200"),
    change: {
      form: { id: "{video}", email: "ana@example.com", message: "Oi" },
      answers: everyone("→ /help/contact?sent=1"),
    },
  },
  "routes/public/second-factor-help": {
    path: "second-factor-help?token=unknown",
    read: everyone("200"),
    change: { form: { intent: "prove" }, answers: everyone("400") },
  },
  // A link that counts takes a mail: tests/features/entrance/recovery/takeover.test.ts.
  "routes/public/undo-change": {
    path: "undo-change?token=unknown",
    read: everyone("200"),
    change: { form: {}, answers: everyone("400") },
  },
  "routes/public/passkey-options": {
    path: "passkeys/options",
    read: everyone("→ /consumer-login"),
    change: {
      form: { purpose: "proof" },
      answers: signedIn("changes, 200", "403"),
    },
  },
  "routes/public/passkey-sign-in": {
    path: "passkeys/sign-in",
    read: everyone("→ /consumer-login"),
    change: { form: { credential: "{}" }, answers: everyone("→ /consumer-login") },
  },
  // Adding one takes a browser's answer: tests/features/accounts/passkeys.
  "routes/account/passkeys": {
    path: "account/passkeys",
    read: signedIn("200", toLogin("/account/passkeys")),
    change: {
      form: { intent: "remove", id: "unknown" },
      answers: signedIn("→ /account/passkeys", "→ /consumer-login"),
    },
  },
  "routes/account/second-factor": {
    path: "account/second-factor",
    read: signedIn("200", toLogin("/account/second-factor")),
    change: {
      form: { intent: "begin" },
      answers: signedIn("changes, → /account/second-factor", "→ /consumer-login"),
    },
  },
  "routes/account/profile": {
    path: "account/profile",
    read: signedIn("200", toLogin("/account/profile")),
    change: {
      form: { fullName: "Outro Nome", email: "outro.nome@example.com" },
      answers: signedIn("changes, → /account/profile", "→ /consumer-login"),
    },
  },
  "routes/account/data": {
    path: "account/data",
    read: signedIn("200", toLogin("/account/data")),
    // These accounts have no password and have just signed in. With one: tests/routes/account-data.test.ts.
    change: {
      form: { intent: "erase" },
      answers: signedIn("changes, → /account/data", "→ /consumer-login"),
    },
  },
  "routes/account/data-file": {
    path: "account/data/file",
    read: signedIn("404", toLogin("/account/data/file")),
  },
  "routes/account/purchases": { path: "purchases", read: signedIn("200", toLogin("/purchases")) },
  "routes/account/payment": {
    // The sale is paid: nothing waits any more. A payment that does: tests/routes/payment.test.ts.
    path: "purchases/{sale}/payment",
    read: signedIn("404", toLogin("/purchases/{sale}/payment"), {
      "consumer whose sale is completed": "→ /watch/{video}",
    }),
    change: {
      form: { intent: "other" },
      answers: signedIn("404", "→ /consumer-login", {
        "consumer whose sale is completed": "→ /watch/{video}",
      }),
    },
  },
  "routes/account/receipt": {
    path: "purchases/{sale}/receipt",
    read: signedIn("404", toLogin("/purchases/{sale}/receipt"), {
      "consumer whose sale is completed": "200",
    }),
  },
  "routes/account/receipt-pdf": {
    path: "purchases/{sale}/receipt.pdf",
    read: signedIn("404", toLogin("/purchases/{sale}/receipt.pdf"), {
      "consumer whose sale is completed": "200",
    }),
  },
  "routes/account/give": {
    path: "videos/{video}/gift",
    read: signedIn("200", toLogin("/videos/{video}/gift"), { owner: "404" }),
    change: {
      form: { email: "" },
      answers: signedIn("400", toLogin("/videos/{video}/gift")),
    },
  },
  "routes/account/certificate": {
    path: "courses/{video}/certificate",
    read: signedIn("404", toLogin("/courses/{video}/certificate")),
    change: {
      form: { intent: "issue", fullName: "Beto" },
      answers: signedIn("404", "→ /consumer-login"),
    },
  },
  "routes/account/certificate-pdf": {
    path: "purchases/{sale}/certificate.pdf",
    read: signedIn("404", toLogin("/purchases/{sale}/certificate.pdf")),
  },
  "course-certificate": {
    path: "courses/{video}/certificate.pdf",
    read: signedIn("404", toLogin("/courses/{video}/certificate.pdf")),
  },
  "routes/public/certificate": { path: "certificates/0123-4567-89AB", read: everyone("404") },
  "routes/account/given-gift": {
    path: "purchases/{sale}/gift",
    read: signedIn("404", toLogin("/purchases/{sale}/gift")),
    change: {
      form: { intent: "revoke" },
      answers: signedIn("404", "→ /consumer-login"),
    },
  },
  "routes/account/withdraw": {
    path: "purchases/{sale}/withdraw",
    read: signedIn("404", toLogin("/purchases/{sale}/withdraw"), {
      "consumer whose sale is completed": "200",
    }),
    change: {
      form: { pixKey: "beto@example.com" },
      answers: signedIn("404", "→ /consumer-login", {
        "consumer whose sale is completed": "changes, → /purchases",
      }),
    },
  },

  "routes/account/refund-key": {
    path: "purchases/{sale}/refund-key",
    read: signedIn("404", toLogin("/purchases/{sale}/refund-key"), {
      "consumer whose sale is completed": "200",
    }),
    change: {
      form: { pixKey: "beto@example.com" },
      answers: signedIn("404", "→ /consumer-login", {
        "consumer whose sale is completed": "→ /purchases",
      }),
    },
  },

  // Learners
  "routes/learner/marketplace": { path: "marketplace", read: everyone("200") },
  "routes/learner/search-suggestions": { path: "marketplace/suggestions?q=violao", read: everyone("200") },
  "routes/learner/sales-page": { path: "videos/{address}", read: everyone("200") },
  "routes/learner/course-page": { path: "courses/{address}", read: everyone("→ /videos/{video}") },
  "routes/learner/free-lesson": { path: "courses/{video}/lessons/{video}", read: everyone("404") },
  "routes/public/share-picture": {
    path: "share/videos/{video}/picture.jpg",
    read: everyone("200"),
    fills: "share_pictures",
  },
  "routes/learner/reviews": {
    path: "videos/{video}/reviews",
    read: everyone("200"),
    change: {
      form: { intent: "save", rating: "5", text: "Muito boa." },
      answers: signedIn("403", toLogin("/videos/{video}/reviews"), {
        "consumer whose sale is completed": "changes, → /videos/{address}#avaliacoes",
      }),
    },
  },
  "routes/learner/questions": {
    path: "videos/{video}/questions",
    read: signedIn("404", toLogin("/videos/{video}/questions"), {
      "consumer whose sale is completed": "200",
      owner: "200",
    }),
    change: {
      form: { intent: "ask", text: "Qual é o truque?", second: "12" },
      answers: signedIn("404", toLogin("/videos/{video}/questions"), {
        "consumer whose sale is completed": "changes, → /videos/{video}/questions",
        owner: "400",
      }),
    },
  },
  "routes/learner/asks": {
    path: "videos/{video}/asks",
    read: everyone("200"),
    change: {
      form: { text: "Preciso de quê?" },
      answers: signedIn("changes, → /videos/{video}/asks", toLogin("/videos/{video}/asks"), {
        "consumer whose sale is completed": "400",
        owner: "400",
      }),
    },
  },
  "course-asks": {
    path: "courses/{video}/asks",
    read: everyone("200"),
    change: {
      form: { text: "Preciso de quê?" },
      answers: signedIn("changes, → /videos/{video}/asks", toLogin("/videos/{video}/asks"), {
        "consumer whose sale is completed": "400",
        owner: "400",
      }),
    },
  },
  "routes/learner/announcement": {
    path: "announcements/{announcement}",
    read: signedIn("404", toLogin("/announcements/{announcement}"), {
      "consumer whose sale is completed": "200",
    }),
    change: {
      form: { intent: "report", text: "Ofensa" },
      answers: signedIn("404", toLogin("/announcements/{announcement}"), {
        "consumer whose sale is completed": "changes, → /announcements/{announcement}",
      }),
    },
  },
  "routes/learner/follow": {
    path: "creators/{handle}/follow",
    read: everyone("→ /creators/{handle}"),
    change: {
      form: { intent: "follow" },
      answers: signedIn("changes, → /creators/{handle}", toLogin("/creators/{handle}"), { owner: "403" }),
    },
  },
  "routes/public/creator-page": { path: "creators/{handle}", read: everyone("200") },
  "routes/public/cover-jpeg": { path: "share/covers/{owner}/picture.jpg", read: everyone("404") },
  "share-creator": {
    path: "share/creators/{owner}/picture.jpg",
    read: everyone("200"),
    fills: "share_pictures",
  },
  "routes/learner/checkout": {
    path: "videos/{video}/checkout",
    read: signedIn("→ /videos/{video}", "→ /consumer-login?redirectTo=%2Fvideos%2F{video}%2Fcheckout"),
    change: {
      form: {},
      answers: signedIn("changes, → payment page", toLogin("/videos/{video}/checkout"), {
        "consumer whose sale is completed": "→ /watch/{video}",
        owner: "→ /watch/{video}",
      }),
      asData: signedIn("changes, 200", toLogin("/videos/{video}/checkout"), {
        "consumer whose sale is completed": "409",
        owner: "409",
      }),
    },
  },
  "routes/learner/checkout-return": {
    // The checkout of the consumer whose sale is completed: to everyone else it says nothing.
    path: "checkout/return?session_id={checkout}",
    read: signedIn("→ /marketplace", toLogin("/checkout/return?session_id={checkout}"), {
      "consumer whose sale is completed": "→ /watch/{video}",
    }),
  },
  "routes/learner/watch": {
    path: "watch/{video}",
    read: signedIn("asks to buy", toLogin("/watch/{video}"), {
      "consumer whose sale is completed": "plays",
      owner: "plays",
    }),
    fills: ["video_views", "video_accesses"],
  },
  "routes/learner/watch-link": {
    path: "watch/{video}/link",
    read: everyone("→ /watch/{video}"),
    change: {
      form: {},
      answers: signedIn("404", "→ /consumer-login", {
        "consumer whose sale is completed": "changes, 200, plays",
        owner: "200, plays",
      }),
    },
  },
  "routes/learner/playlist": {
    path: "watch/{video}/playlist.m3u8",
    fills: "video_accesses",
    // Without a ladder there is nothing for those who may watch.
    read: signedIn("403", toLogin("/watch/{video}/playlist.m3u8"), {
      "consumer whose sale is completed": "404",
      owner: "404",
    }),
  },
  "routes/learner/rung-playlist": {
    path: "watch/{video}/playlist/360.m3u8",
    read: signedIn("403", toLogin("/watch/{video}/playlist/360.m3u8"), {
      "consumer whose sale is completed": "404",
      owner: "404",
    }),
  },
  "routes/learner/captions": {
    path: "watch/{video}/captions/pt.vtt",
    read: signedIn("404", toLogin("/watch/{video}/captions/pt.vtt"), {
      "consumer whose sale is completed": "200",
      owner: "200",
    }),
  },
  // The scene has no such file: tests/features/videos/attachments has those who get one.
  "routes/learner/attachment": {
    path: "watch/{video}/files/a77ac4ed-0000-4000-8000-000000000001",
    read: signedIn("404", toLogin("/watch/{video}/files/a77ac4ed-0000-4000-8000-000000000001")),
  },
  "routes/learner/watch-position": {
    path: "watch/{video}/position",
    read: everyone("→ /watch/{video}"),
    change: {
      form: { seconds: "90" },
      answers: signedIn("404", "→ /consumer-login", {
        "consumer whose sale is completed": "changes, 204",
        owner: "changes, 204",
      }),
    },
  },
  "routes/learner/watch-again": {
    path: "courses/{video}/progress",
    read: everyone("→ /watch/{video}"),
    change: {
      form: { intent: "reset" },
      answers: signedIn("404", "→ /consumer-login", {
        "consumer whose sale is completed": "→ /watch/{video}",
      }),
    },
  },
  "routes/learner/notes": {
    path: "watch/{video}/notes",
    read: signedIn("403", toLogin("/watch/{video}/notes"), {
      "consumer whose sale is completed": "200",
      owner: "200",
    }),
    change: {
      form: { intent: "add", second: "0:05", text: "Dó" },
      answers: signedIn("403", toLogin("/watch/{video}/notes"), {
        "consumer whose sale is completed": "changes, → /watch/{video}#notes",
        owner: "changes, → /watch/{video}#notes",
      }),
    },
  },
  "routes/learner/transcript": {
    path: "watch/{video}/transcript",
    read: signedIn("403", toLogin("/watch/{video}/transcript"), {
      "consumer whose sale is completed": "200",
      owner: "200",
    }),
  },
  "routes/learner/transcript-pdf": {
    path: "watch/{video}/transcript.pdf",
    read: signedIn("403", toLogin("/watch/{video}/transcript.pdf"), {
      "consumer whose sale is completed": "200",
      owner: "200",
    }),
  },
  "routes/learner/all-notes": { path: "notes", read: signedIn("200", toLogin("/notes")) },
  "routes/learner/notes-file": { path: "notes.md", read: signedIn("200", toLogin("/notes.md")) },
  "routes/learner/places": {
    path: "watch/{video}/places",
    read: signedIn("→ /watch/{video}", toLogin("/watch/{video}/places"), {
      "consumer whose sale is completed": "200",
    }),
    change: {
      form: { intent: "stop" },
      answers: signedIn("→ /watch/{video}", "→ /consumer-login"),
    },
  },

  "routes/learner/download": {
    path: "watch/{video}/download",
    read: everyone("→ /downloads?video={video}"),
    change: {
      form: {},
      answers: signedIn("403", "→ /consumer-login", {
        "consumer whose sale is completed": "200",
        owner: "200",
      }),
      byDelete: signedIn("204", "→ /consumer-login"),
    },
  },
  "routes/learner/downloads": {
    path: "downloads",
    read: everyone("200"),
    change: { form: { copies: "" }, answers: signedIn("200", "→ /consumer-login") },
  },
  "routes/learner/saved": {
    path: "saved",
    read: everyone("200"),
    change: {
      form: { intent: "save", productId: "{video}" },
      // The browser keeps what is saved without an account, and nobody saves an own video.
      answers: by(
        {
          nobody: "→ /saved",
          consumers: "changes, → /saved",
          creators: "changes, → /saved",
          admin: "changes, → /saved",
        },
        { owner: "→ /saved" },
      ),
      asData: by(
        {
          nobody: "→ /videos/{address}",
          consumers: "changes, → /videos/{address}",
          creators: "changes, → /videos/{address}",
          admin: "changes, → /videos/{address}",
        },
        { owner: "→ /videos/{address}" },
      ),
    },
  },

  // Creators
  "routes/creator/layout": { path: "creator/questions", read: creatorsOnly("200") },
  "routes/creator/dashboard": {
    path: "creator/dashboard",
    read: creatorsOnly("200"),
    change: {
      form: { intent: "offline", allowed: "1" },
      // Nothing is left to ask about.
      answers: creatorsOnly("→ /creator/dashboard"),
    },
  },
  "routes/creator/videos": {
    path: "creator/videos",
    read: creatorsOnly("200"),
    change: {
      form: { intent: "delete", videoId: "{video}" },
      answers: creatorsOnly("→ /creator/videos", { owner: "changes, → /creator/videos" }),
    },
  },
  "routes/creator/delete-video": {
    path: "creator/videos/{video}/delete",
    read: creatorsOnly("404", { owner: "200" }),
  },
  "routes/creator/edit-video": {
    path: "creator/videos/{video}/edit",
    read: creatorsOnly("404", { owner: "200" }),
    change: {
      form: { title: "Pão novo", description: "Em casa.", price: "9,90" },
      multipart: true,
      answers: creatorsOnly("404", { owner: "changes, → /creator/videos" }),
    },
  },
  "routes/creator/questions": { path: "creator/questions", read: creatorsOnly("200") },
  "routes/creator/captions": {
    path: "creator/videos/{video}/captions",
    read: creatorsOnly("404", { owner: "200" }),
    change: {
      form: { intent: "delete", language: "pt" },
      multipart: true,
      answers: creatorsOnly("404", { owner: "changes, → /creator/videos/{video}/captions" }),
    },
  },
  "routes/creator/guests": {
    path: "creator/videos/{video}/guests",
    read: creatorsOnly("404", { owner: "200" }),
    change: {
      form: { intent: "invite", emails: "convidada@example.com" },
      answers: creatorsOnly("404", { owner: "changes, → /creator/videos/{video}/guests" }),
    },
  },
  "routes/creator/attachments": {
    path: "creator/videos/{video}/files",
    read: creatorsOnly("404", { owner: "200" }),
    change: {
      form: { intent: "add" },
      multipart: true,
      answers: creatorsOnly("404", { owner: "400" }),
    },
  },
  "routes/creator/upload": {
    path: "creator/upload",
    read: creatorsOnly("200"),
    change: {
      form: {
        source: "youtube",
        title: "Pão",
        description: "Em casa.",
        price: "9,90",
        youtubeUrl: "https://youtu.be/dQw4w9WgXcQ",
      },
      multipart: true,
      answers: creatorsOnly("changes, → /creator/videos"),
    },
  },
  "routes/creator/unpublished": {
    // The scene's video is published: there is nothing to save. Unpublished ones: tests/features/studio/uploads.
    path: "creator/videos/{video}/unpublished",
    read: creatorsOnly("→ /creator/videos/{video}/edit"),
    change: {
      form: { title: "Pão", revision: "1" },
      answers: creatorsOnly("410"),
    },
  },
  "routes/creator/share-video": {
    path: "creator/videos/{video}/share",
    read: creatorsOnly("404", { owner: "200" }),
  },
  "routes/creator/qr-file": {
    path: "creator/videos/{video}/qr.svg",
    read: creatorsOnly("404", { owner: "200" }),
  },
  "routes/creator/story-file": {
    path: "creator/videos/{video}/story.jpg",
    read: creatorsOnly("404", { owner: "200" }),
    fills: "rate_limits",
  },
  "routes/creator/profile": {
    path: "creator/profile",
    read: creatorsOnly("200"),
    change: {
      form: { bio: "Ensina em casa." },
      multipart: true,
      answers: creatorsOnly("400"),
    },
  },
  "routes/creator/uploads": {
    path: "creator/uploads",
    read: creatorsOnly("→ /creator/upload"),
    change: { form: {}, multipart: true, answers: creatorsOnly("400") },
  },
  "routes/creator/upload-end": {
    // A video, but no upload that could be published or dropped. Requests that speak tus:
    // tests/features/studio/uploads.
    path: "creator/uploads/{video}",
    read: creatorsOnly("→ /creator/upload"),
    change: { form: { intent: "publish" }, answers: creatorsOnly("404") },
  },
  "routes/creator/cover": { path: "creator/cover", read: creatorsOnly("200") },
  "routes/creator/cover-picture": {
    path: "creator/cover/picture?coverDrawing=ipe",
    read: creatorsOnly("200"),
    fills: "rate_limits",
  },
  "routes/creator/payments": {
    path: "creator/payments",
    read: creatorsOnly("200"),
    change: {
      form: { paymentMethod: "pix", pixKey: "outra@pix.example" },
      answers: creatorsOnly("changes, → /creator/payments"),
    },
  },
  "routes/creator/coupons": {
    path: "creator/coupons",
    read: creatorsOnly("200"),
    change: {
      form: { intent: "save", code: "PRIMEIRA", percent: "20", maxUses: "10" },
      answers: creatorsOnly("changes, → /creator/coupons"),
    },
  },
  "routes/creator/announcements": {
    path: "creator/announcements",
    read: creatorsOnly("200"),
    change: {
      form: { intent: "send", productId: "{video}", subject: "Aula nova", text: "Regravei." },
      answers: creatorsOnly("404", { owner: "changes, → /creator/announcements" }),
    },
  },
  "routes/creator/courses": {
    path: "creator/courses",
    read: creatorsOnly("200"),
    change: { form: {}, answers: creatorsOnly("400") },
  },
  "routes/creator/course": {
    path: "creator/courses/{video}",
    read: creatorsOnly("404"),
    change: { form: { intent: "publish" }, answers: creatorsOnly("404") },
  },
  "routes/creator/payout": {
    path: "creator/payouts/{payout}",
    read: creatorsOnly("404", { owner: "200" }),
  },
  "routes/creator/figures": {
    path: "creator/figures?video={video}",
    read: creatorsOnly("404", { owner: "200" }),
  },
  "routes/creator/figures-csv": {
    path: "creator/figures.csv?video={video}",
    read: creatorsOnly("404", { owner: "200" }),
  },
  "routes/creator/year": { path: "creator/year", read: creatorsOnly("200") },
  "routes/creator/year-csv": { path: "creator/year.csv", read: creatorsOnly("200") },
  "routes/creator/year-pdf": { path: "creator/year.pdf", read: creatorsOnly("200") },
  "routes/creator/payout-pdf": {
    path: "creator/payouts/{payout}/statement.pdf",
    read: creatorsOnly("404", { owner: "200" }),
  },
  "routes/creator/payout-csv": {
    path: "creator/payouts/{payout}/statement.csv",
    read: creatorsOnly("404", { owner: "200" }),
  },

  // Administrators
  "routes/admin/layout": { path: "admin/dashboard", read: adminsOnly("200") },
  "routes/admin/dashboard": { path: "admin/dashboard", read: adminsOnly("200") },
  "routes/admin/sales": { path: "admin/sales", read: adminsOnly("200") },
  "routes/admin/sale": {
    path: "admin/sales/{sale}",
    read: adminsOnly("200"),
    change: {
      form: { intent: "refund", amount: "49,90", channel: "outside", note: "Pedido", seenBackCents: "0" },
      answers: adminsOnly("changes, → /admin/sales/{sale}"),
    },
  },
  "routes/admin/disputes/disputes": { path: "admin/disputes", read: adminsOnly("200") },
  "routes/admin/disputes/dispute": {
    path: "admin/disputes/du_none",
    read: adminsOnly("404"),
    // No text: nothing is sent.
    change: { form: { intent: "submit", checked: "1" }, answers: adminsOnly("400") },
  },
  "routes/admin/disputes/dispute-file": {
    path: "admin/disputes/du_none/files/receipt",
    read: adminsOnly("404"),
  },
  "routes/admin/reconciliation": {
    path: "admin/reconciliation",
    read: adminsOnly("200"),
    change: {
      // An event that is not there: what a run finds is another test's (tests/routes/admin-money.test.ts).
      form: { intent: "replay", eventId: "evt_nowhere" },
      answers: adminsOnly("404"),
    },
  },
  "admin-coupons": {
    path: "admin/coupons",
    read: adminsOnly("200"),
    change: {
      form: { intent: "save", code: "PRIMEIRA", percent: "10" },
      answers: adminsOnly("changes, → /admin/coupons"),
    },
  },
  "routes/admin/creators": { path: "admin/creators", read: adminsOnly("200") },
  "routes/admin/creator": { path: "admin/creators/{owner}", read: adminsOnly("200") },
  "routes/admin/adjust-balance": {
    path: "admin/creators/{owner}/balance",
    read: adminsOnly("200"),
    change: {
      form: { id: "{owner}", kind: "credit", amount: "10,00", reason: "Bônus" },
      answers: adminsOnly("changes, → /admin/creators/{owner}/balance"),
    },
  },
  "routes/admin/creator-fee": {
    path: "admin/creators/{owner}/fee",
    read: adminsOnly("200"),
    change: {
      form: { id: "{owner}", percent: "10", from: "{tomorrow}", reason: "Parceria" },
      answers: adminsOnly("changes, → /admin/creators/{owner}/fee"),
    },
  },
  "routes/admin/rules/creator-reserve": {
    path: "admin/creators/{owner}/reserve",
    read: adminsOnly("200"),
    change: {
      form: { id: "{owner}", percent: "10", days: "90", from: "{tomorrow}", reason: "Disputas" },
      answers: adminsOnly("changes, → /admin/creators/{owner}/reserve"),
    },
  },
  "routes/admin/rules/release-rule": {
    path: "admin/payouts/release",
    read: adminsOnly("200"),
    change: {
      form: {
        id: "{owner}",
        pixDays: "8",
        boletoDays: "8",
        cardDays: "30",
        from: "{tomorrow}",
        reason: "Estornos",
      },
      answers: adminsOnly("changes, → /admin/payouts/release"),
    },
  },
  "routes/admin/search": { path: "admin/search?q=a", read: adminsOnly("200") },
  "routes/admin/minimum-payout": {
    path: "admin/payouts/smallest",
    read: adminsOnly("200"),
    change: {
      form: { id: "{owner}", amount: "20,00", reason: "Menos transferências" },
      answers: adminsOnly("changes, → /admin/payouts/smallest"),
    },
  },
  "routes/admin/consumers": { path: "admin/consumers", read: adminsOnly("200") },
  "routes/admin/consumer": { path: "admin/consumers/{buyer}", read: adminsOnly("200") },
  "routes/admin/audit": { path: "admin/audit", read: adminsOnly("200") },
  "routes/admin/reviews": {
    path: "admin/reviews",
    read: adminsOnly("200"),
    change: {
      form: { intent: "hide", reviewId: "{review}", reason: "Ofensa" },
      answers: adminsOnly("changes, → /admin/reviews"),
    },
  },
  "routes/admin/questions": {
    path: "admin/questions",
    read: adminsOnly("200"),
    change: {
      form: { intent: "hide", questionId: "{question}", reason: "Ofensa" },
      answers: adminsOnly("changes, → /admin/questions"),
    },
  },
  "admin-announcements": {
    path: "admin/announcements",
    read: adminsOnly("200"),
    change: {
      form: { intent: "hide", announcementId: "{announcement}", reason: "Ofensa" },
      answers: adminsOnly("changes, → /admin/announcements"),
    },
  },
  "routes/admin/approvals": {
    path: "admin/approvals",
    read: adminsOnly("200"),
    change: { form: { decision: "approved", requestId: "{sale}" }, answers: adminsOnly("404") },
  },
  "routes/admin/admins": {
    path: "admin/admins",
    read: adminsOnly("200"),
    change: {
      form: { email: "nobody@nowhere.example" },
      answers: adminsOnly("400"),
    },
  },
  "routes/admin/account-step": {
    path: "admin/accounts/{owner}/suspend?from=creators",
    read: adminsOnly("200"),
    change: {
      form: { reason: "Denúncia" },
      answers: adminsOnly("changes, → /admin/creators/{owner}"),
    },
  },
  "routes/admin/video-step": {
    path: "admin/videos/{video}/suspend",
    read: adminsOnly("200"),
    change: {
      form: { reason: "Plágio" },
      answers: adminsOnly("changes, → /admin/creators/{owner}"),
    },
  },
  "routes/admin/creator-year": { path: "admin/creators/{owner}/year", read: adminsOnly("200") },
  "routes/admin/creator-year-csv": {
    path: "admin/creators/{owner}/year.csv",
    read: adminsOnly("200"),
    noted: true,
  },
  "routes/admin/commission-csv": { path: "admin/commission.csv", read: adminsOnly("200"), noted: true },
  "routes/admin/ledger-file": { path: "admin/ledger/razao.csv", read: adminsOnly("200"), noted: true },
  "routes/admin/invoices": {
    path: "admin/invoices",
    read: adminsOnly("200"),
    // Sends no file.
    change: { form: {}, answers: adminsOnly("400") },
  },
  "routes/admin/month-pdf": {
    path: "admin/ledger/fechamento.pdf",
    read: adminsOnly("200"),
    noted: true,
  },
  "routes/admin/export": { path: "admin/export/consumers.csv", read: adminsOnly("200"), noted: true },
  "routes/admin/payouts": {
    path: "admin/payouts",
    read: adminsOnly("200"),
    change: {
      form: { intent: "schedule", weekday: "5" },
      answers: adminsOnly("changes, → /admin/payouts"),
      // The same days again.
      asData: adminsOnly("→ /admin/payouts"),
      otherVerbs: adminsOnly("→ /admin/payouts"),
    },
  },
  "routes/admin/prepare-payouts": {
    path: "admin/payouts/prepare",
    read: adminsOnly("200"),
    change: {
      // Seen long ago: nothing is prepared.
      form: { asOf: "1000", count: "1", cents: "1000" },
      answers: adminsOnly("→ /admin/payouts"),
    },
  },
  "routes/admin/payout-batch": {
    path: "admin/payouts/{batch}",
    read: adminsOnly("200"),
    change: {
      form: { intent: "paid", payoutId: "{payout}", bankReference: "E2026" },
      answers: adminsOnly("changes, → /admin/payouts/{batch}"),
    },
  },
  "routes/admin/bank-statement": {
    path: "admin/payouts/statement",
    read: adminsOnly("200"),
    // Ticks nothing.
    change: { form: { intent: "confirm", lines: "[]" }, answers: adminsOnly("400") },
  },
  "routes/admin/pay-payouts": {
    path: "admin/payouts/{batch}/pay",
    read: adminsOnly("200"),
    change: {
      form: { intent: "paid", payoutId: "{payout}", bankReference: "" },
      answers: adminsOnly("changes, → /admin/payouts/{batch}"),
    },
  },
  "routes/admin/payout-codes": { path: "admin/payouts/{batch}/codes", read: adminsOnly("200") },
  "routes/admin/pay-csv": { path: "admin/payouts/{batch}/pay.csv", read: adminsOnly("200"), noted: true },
  "routes/admin/payout-statement": { path: "admin/payouts/{batch}/{payout}", read: adminsOnly("200") },
  "routes/admin/statement-csv": {
    path: "admin/payouts/{batch}/{payout}/statement.csv",
    read: adminsOnly("200"),
    noted: true,
  },
  "routes/admin/statement-pdf": {
    path: "admin/payouts/{batch}/{payout}/statement.pdf",
    read: adminsOnly("200"),
    noted: true,
  },

  // The system
  "routes/public/cover-sample": { path: "covers/ipe-rosa.svg", read: everyone("200") },
  "routes/system/security-txt": { path: ".well-known/security.txt", read: everyone("200") },
  "routes/system/robots": { path: "robots.txt", read: everyone("200") },
  "routes/system/sitemap": { path: "sitemap.xml", read: everyone("200") },
  "sitemap-part": { path: "sitemaps/pages.xml", read: everyone("200") },
  "routes/system/stripe-webhook": {
    path: "webhooks/stripe",
    read: everyone("404"),
    // Not signed by Stripe.
    change: { form: {}, answers: everyone("400"), otherVerbs: everyone("404") },
  },
  // Off, as no streaming service is set up in that world.
  "routes/system/stream-webhook": {
    path: "webhooks/stream",
    read: everyone("404"),
    change: { form: {}, answers: everyone("404") },
  },
  "routes/system/not-found": {
    path: "no/such/page",
    read: everyone("404"),
    change: { form: {}, answers: everyone("404") },
  },
};
