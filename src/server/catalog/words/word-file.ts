import path from 'node:path'
import { z } from 'zod'
import { linesOfList } from '#server/platform/basics/own-text.ts'

export const wordsOfFile = (file: string): string[] => linesOfList(path.join(import.meta.dirname, file))

const cellsOf = (line: string): string[] => line.split('|').map(cell => cell.trim())

/** Rows of a table, one per line, with cells separated by bars. Throws with the file and line of an invalid row. */
export const readTable = <Row>(file: string, row: z.ZodType<Row, string[]>): Row[] =>
  wordsOfFile(file).map(line => checked(`${file}: "${line}"`, row, cellsOf(line)))

/** Entries by heading. Below a heading, its entries are indented and separated by bars. */
export function readGroups(file: string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  let entries: string[] = []
  for (const line of wordsOfFile(file)) {
    if (line.startsWith(' ')) entries.push(...cellsOf(line).filter(entry => entry !== ''))
    else {
      if (groups.has(line)) throw new Error(`${file}: "${line}" appears twice`)
      groups.set(line, (entries = []))
    }
  }
  const empty = [...groups].find(([, list]) => list.length === 0)
  if (empty !== undefined) throw new Error(`${file}: "${empty[0]}" has no entries`)
  return groups
}

/** The entries under one heading. Throws if the heading is missing. */
export function groupNamed(groups: ReadonlyMap<string, readonly string[]>, heading: string): readonly string[] {
  const entries = groups.get(heading)
  if (entries === undefined) throw new Error(`A word list has no "${heading}"`)
  return entries
}

export const commaList = z.string().transform(cell => (cell === '' ? [] : cell.split(/\s*,\s*/)))

/** Parses a value. The error message says where the invalid value is. */
export function checked<Output, Input>(where: string, schema: z.ZodType<Output, Input>, value: Input): Output {
  const result = schema.safeParse(value)
  if (!result.success) throw new Error(`${where}: ${result.error.issues.map(({ message }) => message).join('; ')}`)
  return result.data
}
