const lettersAndDigits = /^[\p{L}\p{N}]$/u;

/** Removes characters that a message adds to a link. Only for parts that end in a letter or digit. */
export function withoutMessageSigns(part: string): string {
  let end = part.length;
  while (end > 0 && !lettersAndDigits.test(part.charAt(end - 1))) end -= 1;
  return part.slice(0, end);
}
