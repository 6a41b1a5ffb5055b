/** What a `<progress>` looks like, in every browser; its width and height are the place's. */
export const progressLook =
  "appearance-none overflow-hidden rounded-full border-0 bg-sunken " +
  "[&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-primary [&::-moz-progress-bar]:bg-primary";
