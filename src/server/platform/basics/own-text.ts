import { readFileSync } from 'node:fs'

/** A text file of the project. An editor or an archive may have given its lines Windows line endings. */
export const readOwnText = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')

/** The lines of a list, without comments ("# …") and empty lines. */
export const linesOfList = (file: string): string[] =>
  readOwnText(file)
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
