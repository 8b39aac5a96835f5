import { z } from 'zod'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'
import { isFiller, wordsOf } from './category-words.ts'

/**
 * What people type for a category besides the phrases of the other lists. `doubtful` phrases fit only few businesses of
 * the category, so the user is asked. All are normalized, and have no fillers such as "a" and "my".
 */
type CategoryPhrases = { key: string; phrases: string[]; doubtful: string[] }

const topics = ['business', 'food', 'health', 'home', 'leisure', 'professional', 'public', 'retail', 'vehicles']

const row = z.tuple([z.string().regex(/^[a-z\d_',]+$/), commaList, commaList])

function normalized(text: string): string {
  const words = wordsOf(text)
  const kept = words.filter(word => !isFiller(word))
  // "List a house" is not "house".
  return (kept.length > 1 ? kept : words).join(' ')
}

export const categoryPhrases: readonly CategoryPhrases[] = topics.flatMap(topic =>
  readTable(`category-phrases/${topic}.txt`, row).map(([key, phrases, doubtful]) => ({
    key,
    phrases: phrases.map(normalized),
    doubtful: doubtful.map(normalized),
  })),
)
