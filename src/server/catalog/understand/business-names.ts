import { z } from 'zod'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'
import { normalizedPhrase } from './category-words.ts'

/** Names of chains that contain words of a trade, such as "Pizza Hut". */
export const businessNames: ReadonlySet<string> = new Set(
  readTable('business-names.txt', z.tuple([commaList])).flatMap(([names]) => names.map(normalizedPhrase)),
)
