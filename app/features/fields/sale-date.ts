const format = new Intl.DateTimeFormat("pt-BR", {
  day: "2-digit",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "America/Sao_Paulo",
});

/** Writes when a sale was: "dd MMM yyyy, HH:mm" in Portuguese (product.md, Constants), by São Paulo's clock. */
export function formatSaleDate(date: Date): string {
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const month = (parts.month ?? "").replace(".", "");
  return `${parts.day} ${month} ${parts.year}, ${parts.hour}:${parts.minute}`;
}
