// Downloads lessons to this device in pieces, one after the other, for /downloads and the watch page. Needs /copies.js.
const keeping = (() => {
  /** Room that is left free beside a lesson, in bytes. */
  const spareBytes = 20_000_000;
  const language = new URLSearchParams(location.search).get("lng") === "en" ? "?lng=en" : "";

  /** What the page does after a change of any copy, after a piece was saved, and where the server refuses. */
  const page = { changed: async () => {}, saved: () => {}, refused: () => {} };

  /** The download that runs in this page, with what stops it. */
  let active;

  /** Asks the server. Returns undefined where it refuses. */
  async function ask(videoId, fields) {
    const answer = await copies.post(`/watch/${videoId}/download${language}`, fields);
    if (answer.ok) return answer.json();
    const signedOut = answer.type === "opaqueredirect";
    page.refused(signedOut ? "signedOut" : (await answer.json().catch(() => ({}))).error);
    return undefined;
  }

  /** Begins or renews a copy of a lesson. Returns undefined where it is refused. */
  async function take(videoId, height) {
    const given = await ask(videoId, { height });
    if (!given) return undefined;
    await copies.setTime(given.now, given.owner);
    const { now, link, cover, ...facts } = given;
    const before = await copies.find(given.id);
    if (before && before.file !== given.file) {
      // The creator sent another file meanwhile.
      await copies.remove(given.id);
      await copies.post(`/watch/${videoId}/download`, {}, "DELETE");
      return take(videoId, height);
    }
    if (before) await copies.change(given.id, { half: given.half, until: given.until });
    else {
      const deviceHalf = await copies.makeDeviceHalf();
      const picture = cover && (await fetch(cover).catch(() => undefined));
      const type = picture?.headers.get("Content-Type");
      try {
        await copies.add({
          ...facts,
          videoId,
          height,
          deviceHalf,
          cover: picture?.ok ? { type, bytes: await picture.arrayBuffer() } : null,
          extras: [],
          saved: 0,
          keptAt: Date.now(),
          state: "loading",
        });
      } catch {
        page.refused("noStore");
        return undefined;
      }
      // Firefox asks the person, who may not answer: the download does not wait for it.
      navigator.storage?.persist?.().catch(() => undefined);
    }
    await page.changed();
    return { link };
  }

  /** Downloads what waits, one lesson after the other, in one page of this device. */
  async function run() {
    await navigator.locks.request("downloads", { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      for (;;) {
        const next = (await copies.list("copies"))
          .sort((a, b) => a.keptAt - b.keptAt)
          .find(({ state }) => state === "loading");
        if (!next) return;
        active = { id: next.id, stop: new AbortController() };
        const state = await load(next, active.stop.signal).catch((error) => stateAfter(error));
        active.stop.abort();
        active = undefined;
        if (state) await copies.change(next.id, { state });
        await page.changed();
      }
    });
  }

  /** Returns undefined for a download that a person stopped: it has its state, and may be continued already. */
  function stateAfter(error) {
    if (error.name === "AbortError") return undefined;
    // Without a connection, which goes on by itself.
    return error.name === "QuotaExceededError" ? "full" : "waiting";
  }

  /** Saves the rest of a lesson in pieces. Returns its state afterwards. */
  async function load(copy, signal) {
    const taken = await take(copy.videoId, copy.height);
    if (!taken) return "paused";
    const fresh = await copies.find(copy.id);
    if (!fresh) return "paused";
    const rest = fresh.bytes - fresh.saved;
    const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
    if (quota && quota - usage < rest + spareBytes) return "full";
    const keyed = await copies.withKey(fresh);
    await keepExtras(keyed);
    if (rest > 0) {
      const answer = await fetch(taken.link, { headers: { Range: `bytes=${fresh.saved}-` }, signal });
      if (answer.status !== 206) throw new Error(`the file was answered ${answer.status}`);
      await savePieces(keyed, answer.body.getReader());
    }
    return "done";
  }

  async function savePieces(copy, reader) {
    let { saved } = copy;
    let filled = 0;
    let buffer = new Uint8Array(Math.min(copies.pieceBytes, copy.bytes - saved));
    while (saved < copy.bytes) {
      const { done, value } = await reader.read();
      if (done) throw new Error("the file ended early");
      for (let at = 0; at < value.length; ) {
        const some = value.subarray(at, at + buffer.length - filled);
        if (some.length === 0) throw new Error("the file is longer than it was");
        buffer.set(some, filled);
        filled += some.length;
        at += some.length;
        if (filled < buffer.length) continue;
        const number = saved / copies.pieceBytes;
        const bytes = await copies.seal(copy, number, buffer);
        saved += filled;
        await copies.change(copy.id, { saved }, { number, bytes });
        page.saved({ ...copy, saved });
        // Paused or removed on another page of this device.
        if ((await copies.find(copy.id))?.state !== "loading") throw new DOMException("paused", "AbortError");
        filled = 0;
        buffer = new Uint8Array(Math.min(copies.pieceBytes, copy.bytes - saved));
      }
    }
  }

  /** Keeps captions and files of a lesson, which it does not need to play: one that fails is left out. */
  async function keepExtras(copy) {
    if (copy.extras.length > 0) return;
    const wanted = [
      ...copy.captions.map((track) => ({ ...track, path: `/watch/${copy.videoId}/captions/${track.language}.vtt` })),
      ...copy.files.map((file) => ({ ...file, path: `/watch/${copy.videoId}/files/${file.id}` })),
    ];
    const extras = [];
    for (const { path, ...extra } of wanted) {
      const answer = await fetch(path).catch(() => undefined);
      if (!answer?.ok) continue;
      const number = copies.firstExtra + extras.length;
      const bytes = await copies.seal(copy, number, await answer.arrayBuffer());
      extras.push({ ...extra, number });
      await copies.change(copy.id, { extras: [...extras] }, { number, bytes });
    }
  }

  function stop(id) {
    if (active?.id === id) active.stop.abort();
  }

  async function pause(id) {
    await copies.change(id, { state: "paused" });
    stop(id);
    await page.changed();
  }

  /** Goes on with downloads. `ids`: by default those that a lost line or a closed page stopped. */
  async function resume(ids) {
    for (const { id, state } of await copies.list("copies"))
      if (ids ? ids.includes(id) : state === "waiting") await copies.change(id, { state: "loading" });
    await page.changed();
    await run();
  }

  return { page, ask, take, run, stop, pause, resume };
})();
