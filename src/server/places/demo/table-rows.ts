/** Rows of a word table: one a line, its cells between upright bars. */
export const tableRows = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map(line => line.split('|').map(cell => cell.trim()))

export const cellWords = (cell: string | undefined): string[] => (cell ? cell.split(/\s*,\s*/) : [])
