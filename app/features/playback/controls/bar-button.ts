/** The look of the buttons in the player's bar. */
export const barButton =
  "flex min-h-11 min-w-11 cursor-pointer items-center justify-center gap-2 rounded-control px-2 text-sm font-semibold text-ink-soft tabular-nums hover:bg-sunken hover:text-ink sm:px-2.5";
