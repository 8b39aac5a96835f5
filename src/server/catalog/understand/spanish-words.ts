import { z } from 'zod'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'

/** A phrase that we understand in English, and the Spanish words for it. */
export const spanishWords = readTable('spanish-words.txt', z.tuple([z.string().min(1), commaList]))
