import { readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, 'lists')

/** Lines of a list, without comments ("# …") and empty lines. `file` is its path in the folder of the lists. */
export const linesOf = (file: string): string[] =>
  readFileSync(path.join(folder, file), 'utf8')
    .split(/\r?\n/)
    .filter(line => line.trim() !== '' && !line.startsWith('#'))

/** Rows of a table: the cells of each line, which are separated by bars. */
export const rowsOf = (file: string): string[][] => linesOf(file).map(line => line.split('|').map(cell => cell.trim()))

/** Blocks of indented lines below a heading. */
export function blocksOf(file: string): { heading: string; lines: string[] }[] {
  const blocks: { heading: string; lines: string[] }[] = []
  for (const line of linesOf(file)) {
    if (line.startsWith(' ')) blocks.at(-1)?.lines.push(line.trim())
    else blocks.push({ heading: line, lines: [] })
  }
  return blocks
}

/** The entries of a cell, which are separated by commas. */
export const entriesOf = (cell: string): string[] => cell.split(',').flatMap(entry => entry.trim() || [])
