// The page of the lessons that are kept on this device: downloads, plays and deletes them. No framework, so that it
// works without the server (/sw.js keeps it).
const english = new URLSearchParams(location.search).get("lng") === "en";
const locale = english ? "en-US" : "pt-BR";
const texts = {
  pt: {
    title: "Baixados",
    purchases: "Minhas compras",
    offline: "Você está sem internet.\nEstas aulas tocam assim mesmo.",
    offlineEmpty: "Você está sem internet.",
    empty: "Nenhuma aula neste aparelho. Abra uma aula que você comprou e toque em “Baixar”.",
    renews: "Com internet, o prazo volta a 14 dias sozinho.",
    others: "Suas outras compras aparecem quando a internet voltar.",
    used: (size, number) => [size, `, ${number} de 20 aulas`],
    free: (size) => `${size} livres`,
    daysLeft: (days) => (days === 1 ? "falta 1 dia" : `faltam ${days} dias`),
    lastDay: "Vence hoje",
    nextDay: "Vence amanhã",
    over: "Prazo vencido. Conecte-se à internet para voltar a assistir.",
    until: (day) => `vale até ${day}`,
    resume: (moment) => `Continuar em ${moment}`,
    loading: (percent) => `baixando ${percent}\u00a0%`,
    queued: "na fila",
    paused: "pausado",
    noRoom: "sem espaço",
    keepOpen: "Deixe esta página aberta até terminar. Se ela fechar, o download continua de onde parou.",
    pause: "Pausar",
    continue: "Continuar",
    play: (title) => `Assistir: ${title}`,
    remove: (title) => `Remover “${title}” deste aparelho`,
    removeAll: (number) => (number === 1 ? "Apagar a aula" : `Apagar as ${number}`),
    sure: "Remover todas as aulas deste aparelho?",
    ask: "Baixar",
    askMany: (number, size) =>
      number === 1 ? `Baixar a aula, ${size}` : `Baixar as ${number} aulas, ${size}`,
    askFor: (size) => `Baixar, ${size}`,
    quality: (lines) => (lines > 0 ? `${lines}p` : lines < 0 ? "Só áudio" : "Vídeo"),
    allKept: "Já está neste aparelho.",
    close: "Fechar",
    chapters: "Capítulos",
    files: "Arquivos da aula",
    notes: "Minhas anotações",
    noteAt: (moment) => `Anotar em ${moment}`,
    saveNote: "Salvar anotação",
    unsent: "Anotações que ainda não foram enviadas",
    waits: "será enviada quando a internet voltar",
    noteRefused: (status) =>
      ({ 403: "não enviada: só quem comprou a aula anota nela", 409: "não enviada: você já tem 2.000 anotações" })[status] ??
      "não enviada: copie o texto e anote na página da aula",
    removeNote: (moment) => `Apagar a anotação de ${moment}`,
    install: "No iPhone, instale o Sabiá na tela de início e baixe as aulas por lá: fora dele, o Safari apaga o que foi guardado depois de 7 dias.",
    signedOut: "Entre na sua conta para baixar e para renovar o prazo das aulas.",
    broken: "Esta aula não abriu. Remova e baixe de novo.",
    failed: "Não deu certo agora. Tente de novo.",
    noStore: "Este navegador não guarda aulas: a navegação privada e o modo de isolamento não deixam.",
    errors: {
      notFound: "Esta aula não existe.",
      mayNotWatch: "Só quem comprou pode baixar esta aula.",
      refused: "Baixar não é permitido por quem ensina.",
      noFile: "Esta aula só toca com internet: o vídeo dela não tem arquivo para baixar.",
      preparing: "O download desta aula está sendo preparado. Tente de novo em alguns minutos.",
      unavailable: "O vídeo desta aula não respondeu agora. Tente de novo em alguns minutos.",
      devices: "Você já tem aulas em 2 aparelhos. Saia da sua conta em um deles para baixar neste.",
      full: "Este aparelho já tem 20 aulas. Remova uma para baixar outra.",
      elsewhere: "Sua conta está tocando em outros lugares. Pare lá e tente de novo.",
    },
  },
  en: {
    title: "Downloads",
    purchases: "My purchases",
    offline: "You are offline.\nThese lessons play anyway.",
    offlineEmpty: "You are offline.",
    empty: "No lessons on this device. Open a lesson that you bought and choose “Download”.",
    renews: "While you are online, the 14 days start again by themselves.",
    others: "Your other purchases appear once you are online.",
    used: (size, number) => [size, `, ${number} of 20 lessons`],
    free: (size) => `${size} free`,
    daysLeft: (days) => (days === 1 ? "1 day left" : `${days} days left`),
    lastDay: "Expires today",
    nextDay: "Expires tomorrow",
    over: "Expired. Go online to watch it again.",
    until: (day) => `valid until ${day}`,
    resume: (moment) => `Resume at ${moment}`,
    loading: (percent) => `downloading ${percent}%`,
    queued: "queued",
    paused: "paused",
    noRoom: "no space left",
    keepOpen: "Keep this page open until it is done. If it closes, the download goes on from where it stopped.",
    pause: "Pause",
    continue: "Continue",
    play: (title) => `Watch: ${title}`,
    remove: (title) => `Remove “${title}” from this device`,
    removeAll: (number) => (number === 1 ? "Delete the lesson" : `Delete all ${number}`),
    sure: "Remove all lessons from this device?",
    ask: "Download",
    askMany: (number, size) =>
      number === 1 ? `Download the lesson, ${size}` : `Download ${number} lessons, ${size}`,
    askFor: (size) => `Download, ${size}`,
    quality: (lines) => (lines > 0 ? `${lines}p` : lines < 0 ? "Audio only" : "Video"),
    allKept: "Already on this device.",
    close: "Close",
    chapters: "Chapters",
    files: "Files of the lesson",
    notes: "My notes",
    noteAt: (moment) => `Note at ${moment}`,
    saveNote: "Save note",
    unsent: "Notes not sent yet",
    waits: "will be sent once you are online",
    noteRefused: (status) =>
      ({ 403: "not sent: only people who bought the lesson take notes on it", 409: "not sent: you have 2,000 notes already" })[
        status
      ] ?? "not sent: copy the text and add it on the lesson's page",
    removeNote: (moment) => `Delete the note at ${moment}`,
    install: "On iPhone, add Sabiá to the home screen and download there: outside it, Safari deletes what was kept after 7 days.",
    signedOut: "Log in to download lessons and to renew them.",
    broken: "This lesson did not open. Remove it and download it again.",
    failed: "That did not work. Try again.",
    noStore: "This browser keeps no lessons: private browsing and Lockdown Mode do not allow it.",
    errors: {
      notFound: "This lesson does not exist.",
      mayNotWatch: "Only people who bought this lesson can download it.",
      refused: "The creator does not allow downloads.",
      noFile: "This lesson plays online only: its video has no file to download.",
      preparing: "The download of this lesson is being prepared. Try again in a few minutes.",
      unavailable: "The video of this lesson cannot be reached now. Try again in a few minutes.",
      devices: "You have lessons on 2 devices already. Log out on one of them to download here.",
      full: "This device has 20 lessons already. Remove one to download another.",
      elsewhere: "Your account is playing in other places. Stop it there and try again.",
    },
  },
}[english ? "en" : "pt"];

const icons = {
  play: '<path fill="currentColor" d="M5 2v20l17-10z"/>',
  trash: '<path d="M4 7h16M10 4h4M6 7l1 13h10l1-13M10 11v6M14 11v6"/>',
};
const dayMs = 86_400_000;

const box = (id) => document.getElementById(id);

/** Makes an element. A property that is a function listens, the others are attributes. */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function icon(name) {
  const span = make("template");
  span.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round">${icons[name]}</svg>`;
  return span.content.firstChild;
}

function writeSize(bytes) {
  const [value, unit, digits] = bytes < 1e9 ? [bytes / 1e6, "MB", bytes < 1e7 ? 1 : 0] : [bytes / 1e9, "GB", 1];
  return `${value.toLocaleString(locale, { maximumFractionDigits: digits })}\u00a0${unit}`;
}

const writeMoment = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

function tell(text) {
  box("notice").textContent = text ?? "";
  box("notice").hidden = !text;
}

const withLanguage = (path) => (english && !path.includes("lng=") ? `${path}${path.includes("?") ? "&" : "?"}lng=en` : path);

// The list

async function show() {
  const kept = (await copies.list("copies")).sort((a, b) => a.keptAt - b.keptAt);
  const now = await copies.readTime();
  const done = kept.some(({ state }) => state === "done");
  box("offline").textContent = done ? texts.offline : texts.offlineEmpty;
  box("offline").hidden = navigator.onLine;
  showRows(box("list"), kept.map((copy) => showCopy(copy, now)));
  await showUsage(kept);
  await showUnsent();
  showRows(box("foot"), [
    ...(kept.length > 0
      ? [
          make("p", {}, texts.renews),
          make(
            "button",
            { class: "quiet", click: () => confirm(texts.sure) && removeAll() },
            icon("trash"),
            texts.removeAll(kept.length),
          ),
        ]
      : [make("p", {}, texts.empty)]),
    ...(navigator.onLine ? [] : [make("p", { class: "others" }, texts.others)]),
  ]);
}

/** Replaces only the rows that changed: a press or the focus on another one is not lost. */
function showRows(list, rows) {
  for (const [index, row] of rows.entries()) {
    const shown = list.children[index];
    if (!shown) list.append(row);
    else if (!shown.isEqualNode(row)) shown.replaceWith(row);
  }
  while (list.children.length > rows.length) list.lastElementChild.remove();
}

async function showUsage(kept) {
  const used = kept.reduce((sum, { saved }) => sum + saved, 0);
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  const [size, number] = texts.used(writeSize(used), kept.length);
  box("usage").hidden = kept.length === 0;
  box("usage").replaceChildren(
    make(
      "p",
      {},
      make("span", {}, make("strong", {}, size), number),
      quota > usage ? make("span", {}, texts.free(writeSize(quota - usage))) : "",
    ),
    make("meter", { max: 20, value: kept.length, "aria-hidden": "true" }),
  );
}

function showCopy(copy, now) {
  const { id, title, by, state } = copy;
  const isOver = state === "done" && (!copy.half || copy.until <= now);
  const image = copy.cover ? make("img", { src: `/offline/${id}/cover`, alt: "", loading: "lazy" }) : "";
  const plays = state === "done" && !isOver;
  return make(
    "li",
    { id: `copy-${id}` },
    plays
      ? make("button", { class: "cover", "aria-label": texts.play(title), click: () => play(id) }, image, icon("play"))
      : make("span", { class: "cover" }, image),
    make(
      "div",
      {},
      make("p", {}, make("strong", {}, title)),
      make("p", {}, by),
      copy.position > 0 && plays ? make("p", {}, make("strong", {}, texts.resume(writeMoment(copy.position)))) : "",
      ...describeState(copy, { now, isOver }),
    ),
    make(
      "button",
      { class: "quiet", "aria-label": texts.remove(title), title: texts.remove(title), click: () => removeCopy(copy) },
      icon("trash"),
    ),
  );
}

function describeState(copy, { now, isOver }) {
  const { id, state, bytes, until } = copy;
  if (isOver) return [make("p", {}, writeSize(bytes)), make("p", {}, make("span", { class: "chip" }, texts.over))];
  if (state === "done") {
    const days = Math.ceil((until - now) / dayMs);
    const day = new Date(until).toLocaleDateString(locale, { day: "numeric", month: "short" }).replace(" de ", " ");
    const title = texts.until(day.replace(".", ""));
    if (days > 2) return [make("p", { title }, `${writeSize(bytes)}, ${texts.daysLeft(days)}`)];
    const chip = make("span", { class: "chip", title }, days > 1 ? texts.nextDay : texts.lastDay);
    return [make("p", {}, writeSize(bytes)), make("p", {}, chip)];
  }
  const words = { loading: writeProgress(copy), waiting: texts.paused, paused: texts.paused, full: texts.noRoom };
  const button =
    state === "loading"
      ? make("button", { click: () => keeping.pause(id) }, texts.pause)
      : make("button", { click: () => keeping.resume([id]) }, texts.continue);
  return [
    make("p", { class: "progress" }, `${words[state]} · ${writeSize(bytes)}`),
    state === "loading" ? make("p", {}, texts.keepOpen) : "",
    make("div", { class: "actions" }, button),
  ];
}

const writeProgress = ({ saved, bytes }) => (saved ? texts.loading(Math.floor((saved / bytes) * 100)) : texts.queued);

async function removeCopy({ id, videoId }) {
  keeping.stop(id);
  if (box("player").dataset.id === id) closePlayer();
  await copies.remove(id);
  await copies.report({ videoId, drop: true });
  await show();
  await copies.contact().catch(() => undefined);
}

async function removeAll() {
  for (const copy of await copies.list("copies")) await removeCopy(copy);
}

// Notes

/** Limits of the server: characters of a note, and notes of a person. */
const noteLength = 2_000;
const maxNotes = 2_000;

/** The copy that plays; undefined for none. */
const findPlaying = async () => (box("notes") ? copies.find(box("player").dataset.id) : undefined);

/**
 * Lists the notes that wait for a connection, also of lessons that are no longer on this device. Those of the lesson that
 * plays are under it.
 */
async function showUnsent() {
  const playing = await findPlaying();
  const unsent = (await copies.listUnsent()).filter(({ videoId }) => videoId !== playing?.videoId);
  box("unsent").hidden = unsent.length === 0;
  box("unsent").replaceChildren(
    make("h2", {}, texts.unsent),
    make("ul", { class: "notes" }, ...unsent.map((one) => showUnsentNote(one, make("p", {}, one.title)))),
  );
}

function showUnsentNote(unsent, ...about) {
  const moment = writeMoment(unsent.note.second);
  const state = unsent.status ? texts.noteRefused(unsent.status) : texts.waits;
  const label = texts.removeNote(moment);
  const remove = async () => {
    await copies.dropReports([unsent]);
    await show();
    await showNotes();
  };
  return make(
    "li",
    {},
    make("div", {}, ...about, make("p", {}, make("strong", {}, `${moment} `), unsent.note.text), make("span", { class: "chip" }, state)),
    make("button", { class: "quiet", "aria-label": label, title: label, click: remove }, icon("trash")),
  );
}

/** Shows the notes of the lesson that plays by their moments: those of the server, and those that wait. */
async function showNotes() {
  const copy = await findPlaying();
  if (!copy) return;
  const unsent = (await copies.listUnsent()).filter(({ videoId }) => videoId === copy.videoId);
  const video = box("player").querySelector("video");
  const rows = [
    ...(copy.notes ?? []).map(({ second, text }) => [
      second,
      make(
        "li",
        {},
        make("button", { class: "quiet", click: () => seek(video, second) }, writeMoment(second)),
        make("p", {}, text),
      ),
    ]),
    ...unsent.map((one) => [one.note.second, showUnsentNote(one)]),
  ];
  box("notes").replaceChildren(...rows.sort(([one], [other]) => one - other).map(([, row]) => row));
}

/** The form of a note. Its moment is the second at which the field is entered; the film goes on. */
function noteForm(video, copy) {
  let second = 0;
  const field = make("textarea", { id: "note", rows: 2, maxlength: noteLength, required: true });
  const label = make("label", { for: "note" });
  const follow = () => {
    if (document.activeElement === field || field.value) return;
    second = Math.min(Math.floor(video.currentTime), copy.seconds ?? Number.POSITIVE_INFINITY);
    label.textContent = texts.noteAt(writeMoment(second));
  };
  follow();
  video.addEventListener("timeupdate", follow);
  const save = async (event) => {
    event.preventDefault();
    const text = field.value.trim();
    const full = (await copies.listUnsent()).length >= maxNotes;
    if (full) tell(texts.noteRefused(409));
    if (!text || full) return;
    await copies.writeNote(copy, { second, text });
    field.value = "";
    field.blur();
    follow();
    if (navigator.onLine) await copies.contact().catch(() => undefined);
    await show();
    await showNotes();
  };
  return make("form", { submit: save }, label, field, make("button", {}, texts.saveNote));
}

// Downloading

keeping.page.refused = (error) => {
  const { signedOut, noStore, errors } = texts;
  tell({ signedOut, noStore, ...errors }[error] ?? texts.failed);
};
keeping.page.changed = () => show();
keeping.page.saved = (copy) => {
  const progress = box(`copy-${copy.id}`)?.querySelector(".progress");
  if (progress) progress.textContent = `${writeProgress(copy)} · ${writeSize(copy.bytes)}`;
};

/** Shows what can be kept of the product that the address names. */
async function offer(videoId) {
  if ("standalone" in navigator && navigator.maxTouchPoints > 1 && !navigator.standalone) return tell(texts.install);
  const found = await keeping.ask(videoId, {}).catch(() => undefined);
  if (!found) return;
  const kept = await copies.list("copies");
  const lessons = found.lessons.filter(({ id }) => !kept.some((copy) => copy.videoId === id));
  const heights = [...new Set(lessons.flatMap(({ sizes }) => sizes.map(({ height }) => height)))].sort((a, b) => b - a);
  // A lesson without the chosen size is kept in the next smaller picture, else in its smallest.
  const chosen = ({ sizes }, height) => {
    const pictures = sizes.filter((size) => size.height >= 0);
    return sizes.find((size) => size.height === height) ?? pictures.findLast((size) => size.height <= height) ?? pictures[0];
  };
  const first = (navigator.connection?.saveData && heights.includes(360) && 360) || heights[0];
  const total = (height) => lessons.reduce((sum, lesson) => sum + (chosen(lesson, height)?.bytes ?? 0), 0);
  const button = make("button", { class: "main" });
  const form = make(
    "form",
    {
      change: () => label(),
      submit: async (event) => {
        event.preventDefault();
        const height = Number(new FormData(form).get("height"));
        box("offer").hidden = true;
        history.replaceState(null, "", withLanguage("/downloads"));
        for (const lesson of lessons) if (!(await keeping.take(lesson.id, chosen(lesson, height)?.height))) break;
        await keeping.run();
      },
    },
    make(
      "fieldset",
      {},
      ...heights.map((height) =>
        make(
          "label",
          {},
          make("input", { type: "radio", name: "height", value: height, checked: height === first }),
          `${texts.quality(height)}, ${writeSize(total(height))}`,
        ),
      ),
    ),
    button,
  );
  const label = () => {
    const size = writeSize(total(Number(new FormData(form).get("height"))));
    button.textContent = found.isCourse ? texts.askMany(lessons.length, size) : texts.askFor(size);
  };
  label();
  box("offer").hidden = false;
  box("offer").replaceChildren(
    make("h2", {}, found.title),
    ...(heights.length > 0 ? [form] : [make("p", {}, texts.allKept)]),
  );
}

// Playing

function closePlayer() {
  box("player").hidden = true;
  delete box("player").dataset.id;
  box("player").replaceChildren();
  void showUnsent();
}

async function play(id) {
  const copy = await copies.find(id);
  if (!copy) return;
  const { title, position, chapters, extras } = copy;
  const video = make(
    "video",
    // Sound alone shows the cover.
    { controls: true, playsinline: true, src: `/offline/${id}/video`, poster: copy.height < 0 && `/offline/${id}/cover` },
    ...extras
      .filter(({ language }) => language)
      .map(({ number, language, name }) =>
        make("track", { kind: "captions", src: `/offline/${id}/${number}`, srclang: language, label: name }),
      ),
  );
  video.addEventListener("loadedmetadata", () => {
    if (position > 0 && position < video.duration) video.currentTime = position;
    void video.play().catch(() => undefined);
    if (navigator.mediaSession) navigator.mediaSession.metadata = new MediaMetadata({ title, artist: copy.by });
  });
  video.addEventListener("error", () => tell(texts.broken));
  follow(video, copy);
  const files = extras.filter((extra) => extra.bytes);
  box("player").dataset.id = id;
  box("player").hidden = false;
  tell();
  box("player").replaceChildren(
    video,
    make("h2", { tabindex: "-1" }, title),
    make("h3", {}, texts.notes),
    noteForm(video, copy),
    make("ul", { id: "notes", class: "notes" }),
    ...showList(
      texts.chapters,
      chapters.map((chapter) =>
        make(
          "button",
          { class: "quiet", click: () => seek(video, chapter.seconds) },
          `${writeMoment(chapter.seconds)} ${chapter.title}`,
        ),
      ),
    ),
    ...showList(
      texts.files,
      files.map((file) =>
        make("button", { class: "quiet", click: () => saveFile(id, file) }, `${file.name} · ${writeSize(file.bytes)}`),
      ),
    ),
    make("button", { click: closePlayer }, texts.close),
  );
  await showNotes();
  await showUnsent();
  box("player").scrollIntoView({ block: "start" });
}

function seek(video, seconds) {
  video.currentTime = seconds;
  void video.play();
}

function showList(title, items) {
  if (items.length === 0) return [];
  return [make("h3", {}, title), make("ul", {}, ...items.map((item) => make("li", {}, item)))];
}

async function saveFile(id, { number, name }) {
  const copy = await copies.unlock(id);
  if (!copy) return tell(texts.over);
  const href = URL.createObjectURL(new Blob([await copies.readPiece(copy, number)]));
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Notes what is watched, every ten seconds and where it stops, as the product's player does (watch-tracker.ts). */
function follow(video, { id, videoId }) {
  let from;
  let to = 0;
  let notedAt = Date.now();
  const note = async () => {
    if (from === undefined) return;
    const [start, at] = [Math.floor(from), video.ended ? Math.ceil(to) : Math.floor(to)];
    from = video.ended ? undefined : at;
    notedAt = Date.now();
    if (at <= start) return;
    const left = video.duration - to;
    const seconds = left <= Math.min(30, video.duration / 20) ? 0 : at;
    const time = new Date(await copies.readTime()).toISOString();
    await copies.report({ copyId: id, videoId, time, seconds, watched: at - start, at });
    await copies.change(id, { position: seconds });
    if (navigator.onLine) await copies.sendReports().catch(() => undefined);
  };
  video.addEventListener("timeupdate", () => {
    const step = video.currentTime - to;
    if (video.seeking || video.paused) return;
    if (from === undefined || step < 0 || step > 3) {
      void note();
      from = video.currentTime;
    }
    to = video.currentTime;
    if (Date.now() - notedAt > 10_000) void note();
  });
  video.addEventListener("seeking", () => {
    void note();
    from = undefined;
  });
  for (const event of ["pause", "ended"]) video.addEventListener(event, () => void note());
  window.addEventListener("pagehide", () => void note());
}

// The page

async function meet() {
  if (!navigator.onLine) return;
  const met = await copies.contact().catch(() => undefined);
  if (met === "signedOut") tell(texts.signedOut);
  await show();
  await showNotes();
}

/** Waits until the worker answers this page, a few seconds at most: a forced reload goes without it. */
async function waitForWorker() {
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => {
    navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    setTimeout(resolve, 3_000);
  });
}

async function start() {
  document.documentElement.lang = english ? "en" : "pt-BR";
  document.title = `${texts.title} · Sabiá`;
  for (const element of document.querySelectorAll("[data-text]"))
    element.textContent = texts[element.dataset.text];
  for (const link of document.querySelectorAll("a[href]")) link.setAttribute("href", withLanguage(link.getAttribute("href")));
  if (!navigator.serviceWorker || !navigator.locks) return tell(texts.noStore);
  await navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  await waitForWorker();
  try {
    await show();
  } catch {
    return tell(texts.noStore);
  }
  window.addEventListener("online", () => void meet().then(() => keeping.resume()));
  window.addEventListener("offline", () => void show());
  await meet();
  const wanted = new URLSearchParams(location.search).get("video");
  if (wanted && navigator.onLine) await offer(wanted);
  await keeping.resume();
}

void start();
