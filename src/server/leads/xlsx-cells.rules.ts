/** The maximum number of characters that Excel keeps in a cell. */
const CELL_CHARACTERS = 32_767

/**
 * Escapes text so that it opens unchanged. XML forbids U+FFFE, U+FFFF, and lone surrogates, and programs read `_x0041_`
 * in a cell as an escaped "A".
 */
export const cellText = (text: string): string =>
  text
    .slice(0, CELL_CHARACTERS)
    .toWellFormed()
    .replaceAll(/[\uFFFE\uFFFF]/g, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
