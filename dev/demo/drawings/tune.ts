/** The short tune of a clip: plucked notes over a soft bass, made from sines. */

/** Samples per second. */
const rate = 32_000;
const noteSeconds = 0.375;

/**
 * @param root frequency of the lowest note in Hz
 * @param notes semitones above it, played over and over
 * @returns a mono 16-bit WAV file of that many seconds
 */
export function tuneAsWav(root: number, notes: number[], seconds: number): Buffer {
  const samples = new Float32Array(Math.ceil(seconds * rate));
  const last = Math.floor(seconds / noteSeconds) - 3; // leaves the end to fade
  for (let index = 0; index < last; index++) {
    const above = notes[index % notes.length] ?? 0;
    // Every other round rests on some notes, so that it breathes.
    if (index % 16 === 11 || index % 16 === 15) continue;
    pluck(samples, index * noteSeconds, frequency(root, above), 0.2);
    if (index % 8 === 0) pluck(samples, index * noteSeconds, frequency(root, above) / 2, 0.22);
  }
  return wav(samples);
}

function frequency(root: number, semitones: number): number {
  return root * 2 ** (semitones / 12);
}

/** Adds a note that sounds like a soft string: higher partials are weaker and die sooner. */
function pluck(samples: Float32Array, at: number, hertz: number, loudness: number): void {
  const start = Math.floor(at * rate);
  for (let i = 0; i < 1.6 * rate && start + i < samples.length; i++) {
    const t = i / rate;
    let sum = 0;
    for (let partial = 1; partial <= 5; partial++) {
      sum +=
        (Math.exp(-t * (2.2 + partial * 1.1)) / partial ** 1.6) * Math.sin(2 * Math.PI * hertz * partial * t);
    }
    samples[start + i] = (samples[start + i] ?? 0) + loudness * Math.min(1, t / 0.006) * sum;
  }
}

function wav(samples: Float32Array): Buffer {
  const data = Buffer.alloc(samples.length * 2);
  samples.forEach((sample, i) => {
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), i * 2);
  });
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20); // PCM
  head.writeUInt16LE(1, 22); // one channel
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
