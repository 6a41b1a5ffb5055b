/**
 * Who may do what: the answer to every route of `app/routes.ts` for every person, written down (product.md, Screens and
 * Roles). A route that is not here fails `who-may-do-what.test.ts`.
 *
 * `200`, `404` … is the status. `→ /path` is a redirect (as data: what a script receives). `plays` is a page with the
 * video's signed link in it, `asks to buy` one without. `changes, …` says that the database is another afterwards;
 * without it, not a single row may differ. `{video}` is the owner's video, `{address}` its public address, `{sale}` its
 * completed sale, `{payout}` the owner's payout in `{batch}`, `{here}` the address of the route without its query.
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

/** Answers that differ from those of the others; `nobody` is anonymous, with an ended session, or with a forged cookie. */
type But = Partial<Answers> & { nobody?: string; buyer?: string };

interface Groups {
  nobody: string;
  consumers: string;
  creators: string;
  admin: string;
}

function by(
  { nobody, consumers, creators, admin }: Groups,
  { nobody: none = nobody, buyer, ...but }: But,
): Answers {
  return {
    anonymous: none,
    "consumer without a sale": consumers,
    "consumer whose sale is pending": consumers,
    "consumer whose sale failed": consumers,
    "consumer whose sale is completed": buyer ?? consumers,
    owner: creators,
    "other creator": creators,
    admin,
    "ended session": none,
    "forged cookie": none,
    ...but,
  };
}

const everyone = (answer: string, but: But = {}) =>
  by({ nobody: answer, consumers: answer, creators: answer, admin: answer }, but);

/** People who are signed in; others may do so, and come back. */
const signedIn = (answer: string, but: But = {}) => everyone(answer, { nobody: "→ login and back", ...but });

/** People who are signed in; others may do so, but what they sent is gone. */
const sender = (answer: string, but: But = {}) => everyone(answer, { nobody: "→ /consumer-login", ...but });

/** Those who may watch the video; others who are signed in get the first answer. */
const viewers = (others: string, answer = "200") => signedIn(others, { buyer: answer, owner: answer });

/** The creator area: without a session to "/", without a creator profile to complete it. */
function creatorsOnly(answer: string, but: But = {}): Answers {
  const completesProfile = "→ /creator-register";
  return by({ nobody: "→ /", consumers: completesProfile, creators: answer, admin: completesProfile }, but);
}

/** The admin area: without a session to its login, without the role to "/". */
const adminsOnly = (answer: string) =>
  by({ nobody: "→ /admin-login", consumers: "→ /", creators: "→ /", admin: answer }, {});

function route(path: string, read: Answers, { change, ...more }: Omit<Row, "path" | "read"> = {}): Row {
  const login = `/consumer-login?redirectTo=${encodeURIComponent(`/${path}`).replace(/%7B(\w+)%7D/g, "{$1}")}`;
  const fill = (answers: Answers) =>
    Object.fromEntries(
      Object.entries(answers).map(([person, answer]) => [
        person,
        answer.replace("login and back", login).replace("{here}", `/${path.replace(/\?.*/, "")}`),
      ]),
    ) as Answers;
  if (!change) return { path, read: fill(read), ...more };
  const { form, multipart, ...answers } = change;
  const filled = Object.fromEntries(Object.entries(answers).map(([way, those]) => [way, fill(those)]));
  return { path, read: fill(read), ...more, change: { form, multipart, ...(filled as typeof answers) } };
}

export type Change = NonNullable<Row["change"]>;
type More = Omit<Change, "form" | "answers">;

/** `form` as a browser sends it. */
const post = (form: string, answers: Answers, more: More = {}): { change: Change } => ({
  change: { form: Object.fromEntries(new URLSearchParams(form)), answers, ...more },
});

/** An empty form: 400 is the form's own answer, so the action was reached and found nothing to do. */
const emptyForm = post("", everyone("400"));

const changesHere = "changes, → {here}";

/** A page of everyone's account, with its form. */
const account = (path: string, form: string, answer = changesHere) =>
  route(path, signedIn("200"), post(form, sender(answer)));

/** A page of every creator's, with its form. */
const creator = (path: string, form?: string, answer = changesHere) =>
  route(`creator/${path}`, creatorsOnly("200"), form === undefined ? {} : post(form, creatorsOnly(answer)));

/** What is the owner's is unknown to other creators. */
const owner = (path: string, form?: string, answer = changesHere, more?: More) =>
  route(
    `creator/${path}`,
    creatorsOnly("404", { owner: "200" }),
    form === undefined ? {} : post(form, creatorsOnly("404", { owner: answer }), more),
  );

const admin = (path: string, form?: string, answer = changesHere) =>
  route(`admin/${path}`, adminsOnly("200"), form === undefined ? {} : post(form, adminsOnly(answer)));

const notedFile = (path: string) => route(`admin/${path}`, adminsOnly("200"), { noted: true });

export const routeTable: Record<string, Row> = {
  // Public
  "routes/public/landing": route("", everyone("200")),
  "routes/public/creator-register": route(
    "creator-register",
    everyone("200", { owner: "→ /creator/dashboard", "other creator": "→ /creator/dashboard" }),
    post(
      "fullName=Caio&country=Brasil&currency=BRL&pixKey=caio@pix.example&bankAccount=1&bankName=Banco",
      sender("changes, → /creator/dashboard", {
        nobody: "400",
        owner: "→ /creator/dashboard",
        "other creator": "→ /creator/dashboard",
      }),
      {
        asData: sender("changes, 200", {
          nobody: "400",
          owner: "→ /creator/dashboard",
          "other creator": "→ /creator/dashboard",
        }),
      },
    ),
  ),
  // A signed-in person is redirected from the page that would show the errors.
  "routes/public/creator-login": route(
    "creator-login",
    sender("→ /creator/dashboard", { nobody: "200" }),
    post("", sender("→ /creator/dashboard", { nobody: "400" }), { asData: everyone("400") }),
  ),
  "routes/public/consumer-login": route(
    "consumer-login",
    sender("→ /marketplace", { nobody: "200" }),
    post("", sender("→ /marketplace", { nobody: "400" }), { asData: everyone("400") }),
  ),
  "routes/public/admin-login": route(
    "admin-login",
    everyone("200", { admin: "→ /admin/dashboard" }),
    post("", everyone("400", { admin: "→ /admin/dashboard" }), { asData: everyone("400") }),
  ),
  "routes/public/google-begin": route(
    "auth/google",
    everyone("→ /consumer-login"),
    post("as=admin", everyone("→ Google")),
  ),
  "routes/public/google-callback": route(
    "auth/google/callback?code=stolen&state=guessed",
    everyone("→ /consumer-login"),
  ),
  "routes/public/forgot-password": route("forgot-password", everyone("200"), emptyForm),
  "routes/public/reset-password": route("reset-password", everyone("200"), emptyForm),
  "routes/public/confirm-email": route("confirm-email", everyone("200"), emptyForm),
  "routes/public/access-link": route(
    "gifts/guest_{video}_0_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    everyone("200"),
    post("", signedIn("404")),
  ),
  "routes/public/unsubscribe": route("unsubscribe", everyone("200"), post("", everyone("404"))),
  "admin-forgot-password": route("admin/forgot-password", everyone("200"), emptyForm),
  "admin-reset-password": route("admin/reset-password", everyone("200"), emptyForm),
  terms: route("terms", everyone("200")),
  privacy: route("privacy", everyone("200")),
  help: route("help", everyone("200")),
  "routes/public/logout": route(
    "logout",
    everyone("→ /"),
    post("", sender("changes, → /", { nobody: "→ /" })),
  ),

  // Signed-in people
  "routes/account/account": account("account", "intent=end-others"),
  "routes/account/mails": account("account/mails", "reminders=none"),
  "routes/account/proof": account("account/proof", "password=", "400"),
  // Everyone accepted the terms at registration: a second time changes nothing.
  "routes/account/terms": route("account/terms", signedIn("→ /terms"), post("", sender("→ /marketplace"))),
  "routes/public/second-step": route(
    "second-step",
    everyone("→ /consumer-login"),
    post("code=123456", everyone("→ /consumer-login")),
  ),
  "routes/public/contact": route(
    "help/contact",
    everyone("200"),
    post("id={video}&email=ana@example.com&message=Oi", everyone("→ /help/contact?sent=1")),
  ),
  // A link that counts takes a sign-in up to its second step: tests/features/base/factors/lost.test.ts.
  "routes/public/second-factor-help": route(
    "second-factor-help?token=unknown",
    everyone("200"),
    post("intent=prove", everyone("400")),
  ),
  // A link that counts takes a mail: tests/features/entrance/recovery/takeover.test.ts.
  "routes/public/undo-change": route("undo-change?token=unknown", everyone("200"), emptyForm),
  "routes/public/passkey-options": route(
    "passkeys/options",
    everyone("→ /consumer-login"),
    post("purpose=proof", sender("changes, 200", { nobody: "403" })),
  ),
  "routes/public/passkey-sign-in": route(
    "passkeys/sign-in",
    everyone("→ /consumer-login"),
    post("credential={}", everyone("→ /consumer-login")),
  ),
  // Adding one takes a browser's answer: tests/features/base/passkeys.
  "routes/account/passkeys": account("account/passkeys", "intent=remove&id=unknown", "→ {here}"),
  "routes/account/second-factor": account("account/second-factor", "intent=begin"),
  "routes/account/profile": account("account/profile", "fullName=Outro Nome&email=outro.nome@example.com"),
  // These accounts have no password and have just signed in. With one: tests/routes/account-data.test.ts.
  "routes/account/data": account("account/data", "intent=erase"),
  "routes/account/data-file": route("account/data/file", signedIn("404")),
  "routes/account/purchases": route("purchases", signedIn("200")),
  // The sale is paid: nothing waits any more. A payment that does: tests/routes/payment.test.ts.
  "routes/account/payment": route(
    "purchases/{sale}/payment",
    signedIn("404", { buyer: "→ /watch/{video}" }),
    post("intent=other", sender("404", { buyer: "→ /watch/{video}" })),
  ),
  "routes/account/receipt": route("purchases/{sale}/receipt", signedIn("404", { buyer: "200" })),
  "routes/account/receipt-pdf": route("purchases/{sale}/receipt.pdf", signedIn("404", { buyer: "200" })),
  "routes/account/give": route(
    "videos/{video}/gift",
    signedIn("200", { owner: "404" }),
    post("email=", signedIn("400")),
  ),
  "routes/account/certificate": route(
    "courses/{video}/certificate",
    signedIn("404"),
    post("intent=issue&fullName=Beto", sender("404")),
  ),
  "routes/account/certificate-pdf": route("purchases/{sale}/certificate.pdf", signedIn("404")),
  "course-certificate": route("courses/{video}/certificate.pdf", signedIn("404")),
  "routes/public/certificate": route("certificates/0123-4567-89AB", everyone("404")),
  "routes/account/given-gift": route(
    "purchases/{sale}/gift",
    signedIn("404"),
    post("intent=revoke", sender("404")),
  ),
  "routes/account/withdraw": route(
    "purchases/{sale}/withdraw",
    signedIn("404", { buyer: "200" }),
    post("pixKey=beto@example.com", sender("404", { buyer: "changes, → /purchases" })),
  ),
  "routes/account/refund-key": route(
    "purchases/{sale}/refund-key",
    signedIn("404", { buyer: "200" }),
    post("pixKey=beto@example.com", sender("404", { buyer: "→ /purchases" })),
  ),

  // Learners
  "routes/learner/marketplace": route("marketplace", everyone("200")),
  "routes/learner/search-suggestions": route("marketplace/suggestions?q=violao", everyone("200")),
  "routes/learner/sales-page": route("videos/{address}", everyone("200")),
  "routes/learner/course-page": route("courses/{address}", everyone("→ /videos/{video}")),
  "routes/learner/free-lesson": route("courses/{video}/lessons/{video}", everyone("404")),
  "routes/public/share-picture": route("share/videos/{video}/picture.jpg", everyone("200"), {
    fills: "share_pictures",
  }),
  "routes/learner/reviews": route(
    "videos/{video}/reviews",
    everyone("200"),
    post(
      "intent=save&rating=5&text=Muito boa.",
      signedIn("403", { buyer: "changes, → /videos/{address}#avaliacoes" }),
    ),
  ),
  "routes/learner/questions": route(
    "videos/{video}/questions",
    viewers("404"),
    post(
      "intent=ask&text=Qual é o truque?&second=12",
      signedIn("404", { buyer: "changes, → {here}", owner: "400" }),
    ),
  ),
  "routes/learner/asks": route(
    "videos/{video}/asks",
    everyone("200"),
    post("text=Preciso de quê?", signedIn("changes, → {here}", { buyer: "400", owner: "400" })),
  ),
  "course-asks": route(
    "courses/{video}/asks",
    everyone("200"),
    post(
      "text=Preciso de quê?",
      sender("changes, → /videos/{video}/asks", {
        nobody: "→ /consumer-login?redirectTo=%2Fvideos%2F{video}%2Fasks",
        buyer: "400",
        owner: "400",
      }),
    ),
  ),
  "routes/learner/announcement": route(
    "announcements/{announcement}",
    signedIn("404", { buyer: "200" }),
    post("intent=report&text=Ofensa", signedIn("404", { buyer: "changes, → {here}" })),
  ),
  "routes/learner/follow": route(
    "creators/{handle}/follow",
    everyone("→ /creators/{handle}"),
    post(
      "intent=follow",
      sender("changes, → /creators/{handle}", {
        nobody: "→ /consumer-login?redirectTo=%2Fcreators%2F{handle}",
        owner: "403",
      }),
    ),
  ),
  "routes/public/creator-page": route("creators/{handle}", everyone("200")),
  "routes/public/cover-jpeg": route("share/covers/{owner}/picture.jpg", everyone("404")),
  "share-creator": route("share/creators/{owner}/picture.jpg", everyone("200"), { fills: "share_pictures" }),
  "routes/learner/checkout": route(
    "videos/{video}/checkout",
    signedIn("→ /videos/{video}"),
    post("", signedIn("changes, → payment page", { buyer: "→ /watch/{video}", owner: "→ /watch/{video}" }), {
      asData: signedIn("changes, 200", { buyer: "409", owner: "409" }),
    }),
  ),
  // The checkout of the consumer whose sale is completed: to everyone else it says nothing.
  "routes/learner/checkout-return": route(
    "checkout/return?session_id={checkout}",
    signedIn("→ /marketplace", { buyer: "→ /watch/{video}" }),
  ),
  "routes/learner/watch": route("watch/{video}", viewers("asks to buy", "plays"), {
    fills: ["video_views", "video_accesses"],
  }),
  "routes/learner/watch-link": route(
    "watch/{video}/link",
    everyone("→ /watch/{video}"),
    post("", sender("404", { buyer: "changes, 200, plays", owner: "200, plays" })),
  ),
  // Without a ladder there is nothing for those who may watch.
  "routes/learner/playlist": route("watch/{video}/playlist.m3u8", viewers("403", "404"), {
    fills: "video_accesses",
  }),
  "rung-playlist": route("watch/{video}/playlist/360.m3u8", viewers("403", "404")),
  "routes/learner/frames": route("watch/{video}/frames", viewers("403", "404")),
  "routes/learner/captions": route("watch/{video}/captions/pt.vtt", viewers("404")),
  // The scene has no such file: tests/features/videos/attachments has those who get one.
  "routes/learner/attachment": route(
    "watch/{video}/files/a77ac4ed-0000-4000-8000-000000000001",
    signedIn("404"),
  ),
  "routes/learner/watch-position": route(
    "watch/{video}/position",
    everyone("→ /watch/{video}"),
    post("seconds=90", sender("404", { buyer: "changes, 204", owner: "changes, 204" })),
  ),
  "routes/learner/watch-again": route(
    "courses/{video}/progress",
    everyone("→ /watch/{video}"),
    post("intent=reset", sender("404", { buyer: "→ /watch/{video}" })),
  ),
  "routes/learner/notes": route(
    "watch/{video}/notes",
    viewers("403"),
    post("intent=add&second=0:05&text=Dó", viewers("403", "changes, → /watch/{video}#notes")),
  ),
  "routes/learner/transcript": route("watch/{video}/transcript", viewers("403")),
  "routes/learner/transcript-pdf": route("watch/{video}/transcript.pdf", viewers("403")),
  "routes/learner/all-notes": route("notes", signedIn("200")),
  "routes/learner/notes-file": route("notes.md", signedIn("200")),
  "routes/learner/places": route(
    "watch/{video}/places",
    signedIn("→ /watch/{video}", { buyer: "200" }),
    post("intent=stop", sender("→ /watch/{video}")),
  ),
  "routes/learner/download": route(
    "watch/{video}/download",
    everyone("→ /downloads?video={video}"),
    post("", sender("403", { buyer: "200", owner: "200" }), { byDelete: sender("204") }),
  ),
  "routes/learner/downloads": route("downloads", everyone("200"), post("copies=", sender("200"))),
  // The browser keeps what is saved without an account, and nobody saves an own video.
  "routes/learner/saved": route(
    "saved",
    everyone("200"),
    post(
      "intent=save&productId={video}",
      sender("changes, → {here}", { nobody: "→ {here}", owner: "→ {here}" }),
      {
        asData: sender("changes, → /videos/{address}", {
          nobody: "→ /videos/{address}",
          owner: "→ /videos/{address}",
        }),
      },
    ),
  ),

  // Creators
  "routes/creator/layout": creator("questions"),
  // Nothing is left to ask about.
  "routes/creator/dashboard": creator("dashboard", "intent=offline&allowed=1", "→ {here}"),
  "routes/creator/videos": route(
    "creator/videos",
    creatorsOnly("200"),
    post("intent=delete&videoId={video}", creatorsOnly("→ {here}", { owner: "changes, → {here}" })),
  ),
  "routes/creator/delete-video": owner("videos/{video}/delete"),
  "routes/creator/edit-video": owner(
    "videos/{video}/edit",
    "title=Pão novo&description=Em casa.&price=9,90",
    "changes, → /creator/videos",
    { multipart: true },
  ),
  "routes/creator/questions": creator("questions"),
  "routes/creator/captions": owner(
    "videos/{video}/captions",
    "intent=delete&language=pt",
    "changes, → {here}",
    { multipart: true },
  ),
  "routes/creator/guests": owner("videos/{video}/guests", "intent=invite&emails=convidada@example.com"),
  "routes/creator/attachments": owner("videos/{video}/files", "intent=add", "400", { multipart: true }),
  "routes/creator/upload": route(
    "creator/upload",
    creatorsOnly("200"),
    post(
      "source=youtube&title=Pão&description=Em casa.&price=9,90&youtubeUrl=https://youtu.be/dQw4w9WgXcQ",
      creatorsOnly("changes, → /creator/videos"),
      { multipart: true },
    ),
  ),
  // The scene's video is published: there is nothing to save. Unpublished ones: tests/features/studio/uploads.
  "routes/creator/unpublished": route(
    "creator/videos/{video}/unpublished",
    creatorsOnly("→ /creator/videos/{video}/edit"),
    post("title=Pão&revision=1", creatorsOnly("410")),
  ),
  "routes/creator/share-video": owner("videos/{video}/share"),
  "video-qr": owner("videos/{video}/qr.svg"),
  "video-story": route("creator/videos/{video}/story.jpg", creatorsOnly("404", { owner: "200" }), {
    fills: "rate_limits",
  }),
  "routes/creator/profile": route(
    "creator/profile",
    creatorsOnly("200"),
    post("bio=Ensina em casa.", creatorsOnly("400"), { multipart: true }),
  ),
  "routes/creator/uploads": route(
    "creator/uploads",
    creatorsOnly("→ /creator/upload"),
    post("", creatorsOnly("400"), { multipart: true }),
  ),
  // A video, but no upload that could be published or dropped. Requests that speak tus:
  // tests/features/studio/uploads.
  "routes/creator/upload-end": route(
    "creator/uploads/{video}",
    creatorsOnly("→ /creator/upload"),
    post("intent=publish", creatorsOnly("404")),
  ),
  "routes/creator/cover": creator("cover"),
  "routes/creator/cover-picture": route("creator/cover/picture?coverDrawing=ipe", creatorsOnly("200"), {
    fills: "rate_limits",
  }),
  "routes/creator/payments": creator("payments", "paymentMethod=pix&pixKey=outra@pix.example"),
  "routes/creator/coupons": creator("coupons", "intent=save&code=PRIMEIRA&percent=20&maxUses=10"),
  "routes/creator/announcements": route(
    "creator/announcements",
    creatorsOnly("200"),
    post(
      "intent=send&productId={video}&subject=Aula nova&text=Regravei.",
      creatorsOnly("404", { owner: "changes, → {here}" }),
    ),
  ),
  "routes/creator/courses": creator("courses", "", "400"),
  "routes/creator/course": route(
    "creator/courses/{video}",
    creatorsOnly("404"),
    post("intent=publish", creatorsOnly("404")),
  ),
  "routes/creator/payout": owner("payouts/{payout}"),
  "routes/creator/figures": owner("figures?video={video}"),
  "routes/creator/figures-csv": owner("figures.csv?video={video}"),
  "routes/creator/year": creator("year"),
  "creator-year-csv": creator("year.csv"),
  "creator-year-pdf": creator("year.pdf"),
  "creator-payout-pdf": owner("payouts/{payout}/statement.pdf"),
  "creator-payout-csv": owner("payouts/{payout}/statement.csv"),

  // Administrators
  "routes/admin/layout": admin("dashboard"),
  "routes/admin/dashboard": admin("dashboard"),
  "routes/admin/sales": admin("sales"),
  "routes/admin/sale": admin(
    "sales/{sale}",
    "intent=refund&amount=49,90&channel=outside&note=Pedido&seenBackCents=0",
  ),
  "routes/admin/disputes/disputes": admin("disputes"),
  // No text: nothing is sent.
  "routes/admin/disputes/dispute": route(
    "admin/disputes/du_none",
    adminsOnly("404"),
    post("intent=submit&checked=1", adminsOnly("400")),
  ),
  "routes/admin/disputes/dispute-file": route("admin/disputes/du_none/files/receipt", adminsOnly("404")),
  // An event that is not there: what a run finds is another test's (tests/routes/admin-money.test.ts).
  "routes/admin/reconciliation": admin("reconciliation", "intent=replay&eventId=evt_nowhere", "404"),
  "admin-coupons": admin("coupons", "intent=save&code=PRIMEIRA&percent=10"),
  "admin-creators": admin("creators"),
  "routes/admin/creator": admin("creators/{owner}"),
  "routes/admin/adjust-balance": admin(
    "creators/{owner}/balance",
    "id={owner}&kind=credit&amount=10,00&reason=Bônus",
  ),
  "routes/admin/creator-fee": admin(
    "creators/{owner}/fee",
    "id={owner}&percent=10&from={tomorrow}&reason=Parceria",
  ),
  "routes/admin/rules/creator-reserve": admin(
    "creators/{owner}/reserve",
    "id={owner}&percent=10&days=90&from={tomorrow}&reason=Disputas",
  ),
  "routes/admin/rules/release-rule": admin(
    "payouts/release",
    "id={owner}&pixDays=8&boletoDays=8&cardDays=30&from={tomorrow}&reason=Estornos",
  ),
  "routes/admin/search": admin("search?q=a"),
  "routes/admin/minimum-payout": admin(
    "payouts/smallest",
    "id={owner}&amount=20,00&reason=Menos transferências",
  ),
  "admin-consumers": admin("consumers"),
  "routes/admin/consumer": admin("consumers/{buyer}"),
  "routes/admin/audit": admin("audit"),
  "admin-reviews": admin("reviews", "intent=hide&reviewId={review}&reason=Ofensa"),
  "admin-questions": admin("questions", "intent=hide&questionId={question}&reason=Ofensa"),
  "admin-announcements": admin("announcements", "intent=hide&announcementId={announcement}&reason=Ofensa"),
  "routes/admin/approvals": admin("approvals", "decision=approved&requestId={sale}", "404"),
  "routes/admin/admins": admin("admins", "email=nobody@nowhere.example", "400"),
  "routes/admin/account-step": admin(
    "accounts/{owner}/suspend?from=creators",
    "reason=Denúncia",
    "changes, → /admin/creators/{owner}",
  ),
  "routes/admin/video-step": admin(
    "videos/{video}/suspend",
    "reason=Plágio",
    "changes, → /admin/creators/{owner}",
  ),
  "routes/admin/creator-year": admin("creators/{owner}/year"),
  "routes/admin/creator-year-csv": notedFile("creators/{owner}/year.csv"),
  "routes/admin/commission-csv": notedFile("commission.csv"),
  "routes/admin/ledger-file": notedFile("ledger/razao.csv"),
  // Sends no file.
  "routes/admin/invoices": admin("invoices", "", "400"),
  "routes/admin/month-pdf": notedFile("ledger/fechamento.pdf"),
  "routes/admin/export": notedFile("export/consumers.csv"),
  // The same days again.
  "routes/admin/payouts": admin("payouts", "intent=schedule&weekday=5"),
  // Seen long ago: nothing is prepared.
  "routes/admin/prepare-payouts": admin(
    "payouts/prepare",
    "asOf=1000&count=1&cents=1000",
    "→ /admin/payouts",
  ),
  "routes/admin/payout-batch": admin("payouts/{batch}", "intent=paid&payoutId={payout}&bankReference=E2026"),
  // Ticks nothing.
  "routes/admin/bank-statement": admin("payouts/statement", "intent=confirm&lines=[]", "400"),
  "routes/admin/pay-payouts": admin(
    "payouts/{batch}/pay",
    "intent=paid&payoutId={payout}&bankReference=",
    "changes, → /admin/payouts/{batch}",
  ),
  "routes/admin/payout-codes": admin("payouts/{batch}/codes"),
  "routes/admin/pay-csv": notedFile("payouts/{batch}/pay.csv"),
  "routes/admin/payout-statement": admin("payouts/{batch}/{payout}"),
  "admin-statement-csv": notedFile("payouts/{batch}/{payout}/statement.csv"),
  "admin-statement-pdf": notedFile("payouts/{batch}/{payout}/statement.pdf"),

  // The system
  "routes/public/cover-sample": route("covers/ipe-rosa.svg", everyone("200")),
  "routes/system/security-txt": route(".well-known/security.txt", everyone("200")),
  "routes/system/robots": route("robots.txt", everyone("200")),
  "routes/system/sitemap": route("sitemap.xml", everyone("200")),
  "sitemap-part": route("sitemaps/pages.xml", everyone("200")),
  // Not signed by Stripe.
  "routes/system/stripe-webhook": route(
    "webhooks/stripe",
    everyone("404"),
    post("", everyone("400"), { otherVerbs: everyone("404") }),
  ),
  // Off, as no streaming service is set up in that world.
  "routes/system/stream-webhook": route("webhooks/stream", everyone("404"), post("", everyone("404"))),
  "routes/system/not-found": route("no/such/page", everyone("404"), post("", everyone("404"))),
};
