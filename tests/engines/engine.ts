/** A window of a browser engine, as far as the main job needs one. Elements are named by XPath. */
export interface EngineWindow {
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  /** Runs a function in the page. */
  run<Result, Words extends unknown[]>(
    script: (...words: Words) => Result,
    ...words: Words
  ): Promise<Awaited<Result>>;
  /** Presses an element; waits for it to be there. */
  press(xpath: string): Promise<void>;
  /** Types in place of what the field holds. */
  fill(xpath: string, text: string): Promise<void>;
  /** Goes on in the tab that was opened last. */
  goToNewTab(): Promise<void>;
  /** Signs everyone out. */
  forget(): Promise<void>;
  close(): Promise<void>;
}
