/** Five cards: all in a row on a wide screen; on a narrower one no row with a hole in it. */
export const statGrid =
  "mt-8 grid grid-cols-2 gap-3 *:last:col-span-2 sm:grid-cols-6 sm:gap-4 sm:*:col-span-2 sm:*:nth-[n+4]:col-span-3 xl:grid-cols-5 xl:*:col-span-1 xl:*:nth-[n+4]:col-span-1";
