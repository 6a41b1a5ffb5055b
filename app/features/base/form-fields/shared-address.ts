const lettersAndDigits = /^[\p{L}\p{N}]$/u;

/**
 * Returns the last part of an address without the signs that a message may add to a link: the full stop of its
 * sentence, a bracket or quotation mark around it, an asterisk for bold. Use it only for parts that end in a letter or
 * digit.
 */
export function withoutMessageSigns(part: string): string {
  let end = part.length;
  while (end > 0 && !lettersAndDigits.test(part.charAt(end - 1))) end -= 1;
  return part.slice(0, end);
}
