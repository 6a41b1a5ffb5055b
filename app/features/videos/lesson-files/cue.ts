/**
 * One caption: when it is shown, in milliseconds from the beginning of the video, and its plain text of one or more
 * lines.
 */
export interface Cue {
  from: number;
  to: number;
  text: string;
}
