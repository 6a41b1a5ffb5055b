type Length = { hours: number; minutes: number; seconds: number };

/** Fractions are rounded, and nothing is shorter than a second. */
function split(seconds: number): Length {
  const whole = Math.max(1, Math.round(seconds));
  return { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60), seconds: whole % 60 };
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** As a player writes it: "0:07", "29:15", "1:04:10". */
export function clockDuration(duration: number): string {
  const { hours, minutes, seconds } = split(duration);
  if (hours === 0) return `${minutes}:${twoDigits(seconds)}`;
  return `${hours}:${twoDigits(minutes)}:${twoDigits(seconds)}`;
}

/** A position, as players write it: "0:00", "29:15", "1:04:10". */
export function clockMoment(seconds: number): string {
  return seconds === 0 ? "0:00" : clockDuration(seconds);
}

/** In units that Portuguese and English share: "45 s", "29 min", "1 h 04 min". */
export function shortDuration(duration: number): string {
  const { hours, minutes, seconds } = split(duration);
  if (hours > 0) return `${hours} h ${twoDigits(minutes)} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}

/** ISO 8601, as schema.org asks for it: "PT1H4M10S". */
export function isoDuration(duration: number): string {
  const { hours, minutes, seconds } = split(duration);
  return `PT${hours ? `${hours}H` : ""}${minutes ? `${minutes}M` : ""}${seconds ? `${seconds}S` : ""}`;
}
