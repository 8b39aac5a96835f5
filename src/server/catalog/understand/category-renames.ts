import { z } from 'zod'
import { readTable } from '#server/catalog/words/word-file.ts'

const key = z.string().regex(/^[a-z\d_']+$/)

/** Pairs of category keys with the same meaning: an older key, and its key in Overture's taxonomy of 2026. */
export const renamedKeys = readTable('category-renames.txt', z.tuple([key, key]))

/** All names of a renamed key, with itself; none if it has only one. */
export const otherNamesOf = (one: string): string[] => renamedKeys.filter(names => names.includes(one)).flat()
