/** The maximum number of characters that Excel keeps in a cell. */
const CELL_CHARACTERS = 32_767

/** Escapes text so that it opens unchanged: XML forbids some characters, and programs read `_x0041_` as "A". */
export const cellText = (text: string): string =>
  text
    .slice(0, CELL_CHARACTERS)
    .toWellFormed()
    .replaceAll(/[\uFFFE\uFFFF]/g, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
