/** The letters that a dialog has the person type; "" where none does. */
export const lettersIn = (shown: string): string =>
  // A dialog breaks its lines anywhere, and a screen may draw "esc" behind the first of them.
  /Tosayyes,type([A-Z]{4});/u.exec(shown.replace(/[\s┃│]+/gu, ""))?.[1] ?? "";
