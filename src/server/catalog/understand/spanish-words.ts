import { z } from 'zod'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'

/** Known English phrases with their Spanish translations. */
export const spanishWords = readTable('spanish-words.txt', z.tuple([z.string().min(1), commaList]))
