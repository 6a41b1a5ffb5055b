export const progressLook =
  "appearance-none overflow-hidden rounded-full border-0 bg-sunken " +
  "[&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-forest-ink [&::-moz-progress-bar]:bg-forest-ink";
