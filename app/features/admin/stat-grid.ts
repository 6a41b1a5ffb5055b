/**
 * Five cards: all in a row on a wide screen; on a narrower one no row with a hole in it. In a row of five a revenue of
 * R$ 123.456,78 needs smaller figures.
 */
export const statGrid =
  "mt-8 grid grid-cols-2 gap-3 *:last:col-span-2 sm:grid-cols-6 sm:gap-4 sm:*:col-span-2 sm:*:nth-[n+4]:col-span-3 xl:grid-cols-5 xl:*:col-span-1 xl:*:nth-[n+4]:col-span-1 xl:[&_dd]:text-2xl xl:[&_dd]:tracking-tight";
