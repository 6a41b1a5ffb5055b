// The copies of lessons on this device: where they are kept, their keys and leases. For /downloads and /sw.js.
// A lesson is kept in encrypted pieces. Its key needs two halves: one of the device, which cannot be read out, and one
// of the server, which is deleted at the end of the lease. IndexedDB has ArrayBuffers by primary key: large Blobs and
// indexes fail in Safari (dexie/Dexie.js#1638, WebKit/WebKit#47700).
const copies = (() => {
  const pieceBytes = 1024 * 1024;
  /** What comes with a lesson, such as captions, is numbered from here. */
  const firstExtra = 0x80000000;
  let database;

  function open() {
    database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("copies", 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("copies", { keyPath: "id" });
        request.result.createObjectStore("pieces");
        request.result.createObjectStore("reports", { keyPath: "id" });
        request.result.createObjectStore("clock");
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    return database;
  }

  /** Runs `work` in one transaction and returns the result of the request that it returns. */
  async function run(stores, mode, work) {
    const transaction = (await open()).transaction(stores, mode);
    return new Promise((resolve, reject) => {
      const request = work(...[stores].flat().map((name) => transaction.objectStore(name)));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  const list = (store) => run(store, "readonly", (rows) => rows.getAll());
  const find = (id) => run("copies", "readonly", (rows) => rows.get(id));
  const add = (copy) => run("copies", "readwrite", (rows) => rows.put(copy));
  const report = (about) =>
    run("reports", "readwrite", (rows) => rows.put({ id: crypto.randomUUID(), ...about }));

  /** Changes a copy that is still there. `piece`: number and bytes of one that is saved with it. */
  const change = (id, values, piece) =>
    run(["copies", "pieces"], "readwrite", (rows, pieces) => {
      rows.get(id).onsuccess = ({ target }) => {
        if (!target.result) return;
        rows.put({ ...target.result, ...values });
        if (piece) pieces.put(piece.bytes, [id, piece.number]);
      };
    });

  async function remove(id) {
    const ofCopy = (await list("reports")).filter(({ copyId }) => copyId === id);
    await run(["copies", "pieces", "reports"], "readwrite", (rows, pieces, reports) => {
      rows.delete(id);
      pieces.delete(IDBKeyRange.bound([id], [id, []]));
      for (const report of ofCopy) reports.delete(report.id);
    });
  }

  /** Deletes all copies, as at sign-out. A note that the server has not taken is hidden until its writer's next contact. */
  async function erase() {
    const known = await readClock();
    const rest = (await list("reports")).filter(({ note }) => !note);
    await run(["copies", "pieces", "reports", "clock"], "readwrite", (rows, pieces, reports, clock) => {
      rows.clear();
      pieces.clear();
      for (const report of rest) reports.delete(report.id);
      if (known) clock.put({ ...known, owner: undefined }, "time");
    });
  }

  /** What the last contact said: the time, and whose device this is until a sign-out. */
  const readClock = () => run("clock", "readonly", (rows) => rows.get("time"));

  /** Returns the time in ms. It is never before a time that was seen: a clock that is set back wins nothing. */
  async function readTime() {
    const known = await readClock();
    const now = Math.max(known?.seen ?? 0, Date.now() + (known?.ahead ?? 0));
    if (now > (known?.seen ?? 0) + 60_000)
      await run("clock", "readwrite", (rows) => rows.put({ ...known, seen: now }, "time"));
    return now;
  }

  /** Sets the time by the server, and notes that this was the last contact, of which person. */
  const setTime = (now, owner) =>
    run("clock", "readwrite", (rows) => rows.put({ seen: now, ahead: now - Date.now(), contact: now, owner }, "time"));

  /** Makes contact unless there was one within an hour, and at once for a note that has not been sent. */
  async function contactSometimes() {
    const known = await readClock();
    if (!known) return;
    const waits = (await listUnsent()).some(({ status }) => !status);
    if (waits || (await readTime()) - (known.contact ?? 0) > 3_600_000) await contact();
  }

  const makeDeviceHalf = () =>
    crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

  async function withKey(copy) {
    const text = copy.half.replaceAll("-", "+").replaceAll("_", "/");
    const half = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const bits = await crypto.subtle.sign("HMAC", copy.deviceHalf, half);
    const key = await crypto.subtle.importKey("raw", bits, "AES-GCM", false, ["encrypt", "decrypt"]);
    return { ...copy, key };
  }

  /** Returns a copy with its key while its lease lasts; afterwards deletes the server's half. */
  async function unlock(id) {
    const copy = await find(id);
    if (!copy?.half) return undefined;
    if ((await readTime()) < copy.until) return withKey(copy);
    await change(id, { half: null });
    return undefined;
  }

  /** A piece's number is its nonce: no two pieces of a copy share one, and a copy has a key of its own. */
  function cipher(number) {
    const iv = new Uint8Array(12);
    new DataView(iv.buffer).setUint32(8, number);
    return { name: "AES-GCM", iv };
  }

  const seal = ({ key }, number, bytes) => crypto.subtle.encrypt(cipher(number), key, bytes);

  async function readPiece({ id, key }, number) {
    const sealed = await run("pieces", "readonly", (rows) => rows.get([id, number]));
    return sealed && crypto.subtle.decrypt(cipher(number), key, sealed);
  }

  const post = (path, fields, method = "POST") =>
    fetch(path, {
      method,
      redirect: "manual",
      ...(method === "POST" && { body: new URLSearchParams(fields) }),
    });

  /** Writes a note of a copy, with an id of its own under which it is sent once. */
  const writeNote = ({ videoId, title, owner }, note) => report({ videoId, title, owner, note });

  /** Lists a person's notes that the server does not have yet, by their moments. Those of others stay hidden. */
  async function listUnsent() {
    const reports = await list("reports");
    const known = await readClock();
    const own = reports.filter(({ note, owner }) => note && owner === known?.owner);
    return own.sort((a, b) => a.note.second - b.note.second);
  }

  const dropReports = (reports) =>
    run("reports", "readwrite", (rows) => {
      for (const { id } of reports) rows.delete(id);
    });

  /** Sends the notes of the person of this contact. One that is refused stays with its `status`. */
  async function sendNotes() {
    for (const unsent of await listUnsent()) {
      const { id, videoId, note } = unsent;
      const fields = { intent: "add", noteId: id, text: note.text, second: String(note.second), place: "here" };
      const { status } = await post(`/watch/${videoId}/notes.data`, fields);
      // Signed out meanwhile, too many at once, or a failure of the server: sent again at the next contact.
      if (status === 202 || status === 429 || status >= 500) return;
      if (status !== 200) {
        await run("reports", "readwrite", (rows) => rows.put({ ...unsent, status }));
        continue;
      }
      const copy = (await list("copies")).find((one) => one.videoId === videoId);
      const notes = (copy?.notes ?? []).filter((one) => one.id !== id);
      if (copy) await change(copy.id, { notes: [...notes, { id, ...note }] });
      await dropReports([unsent]);
    }
  }

  /** Sends what was watched and given up offline. What fails on the network or at the server is sent again later. */
  async function sendReports() {
    const reports = (await list("reports")).filter(({ note }) => !note);
    for (const videoId of new Set(reports.map((one) => one.videoId))) {
      const all = reports.filter((one) => one.videoId === videoId);
      const drops = all.filter(({ drop }) => drop);
      const watched = all.filter(({ drop }) => !drop);
      for (let at = 0; at < watched.length; at += 50) {
        const some = watched.slice(at, at + 50);
        const sent = some.map(({ id, time, seconds, watched, at }) => ({ id, time, seconds, watched, at }));
        const answer = await post(`/watch/${videoId}/position`, { reports: JSON.stringify(sent) });
        await forget(answer, some);
      }
      if (drops.length > 0) await forget(await post(`/watch/${videoId}/download`, {}, "DELETE"), drops);
    }
  }

  async function forget(answer, reports) {
    if (answer.type === "opaqueredirect" || answer.status >= 500) return;
    await dropReports(reports);
  }

  /**
   * Renews the leases, deletes the copies that have ended, and sends what was watched and written. Returns "signedOut"
   * where nobody is signed in, whose copies then play nothing. Rejects without a connection.
   */
  async function contact() {
    const kept = await list("copies");
    if (kept.length > 0 || (await list("reports")).some(({ note }) => note)) {
      const answer = await post("/downloads", { copies: kept.map(({ id }) => id).join() });
      if (answer.type === "opaqueredirect") {
        for (const { id } of kept) await change(id, { half: null });
        return "signedOut";
      }
      if (!answer.ok) throw new Error(`a contact was answered ${answer.status}`);
      const { now, until, owner, copies: renewed } = await answer.json();
      await setTime(now, owner);
      const unsent = await list("reports");
      for (const { id } of kept) {
        const lease = renewed.find((one) => one.id === id);
        const keepsPosition = unsent.some(({ copyId }) => copyId === id);
        if (!lease) await remove(id);
        else
          await change(id, {
            half: lease.half,
            until,
            notes: lease.notes,
            ...(!keepsPosition && { position: lease.position }),
          });
      }
      await sendNotes();
    }
    await sendReports();
    return "renewed";
  }

  return {
    pieceBytes,
    firstExtra,
    list,
    find,
    add,
    change,
    remove,
    erase,
    report,
    writeNote,
    listUnsent,
    dropReports,
    readTime,
    setTime,
    makeDeviceHalf,
    withKey,
    unlock,
    seal,
    readPiece,
    post,
    contact,
    contactSometimes,
    sendReports,
  };
})();
