import { wordsOfFile } from '#server/catalog/words/word-file.ts'

const known: ReadonlySet<string> = new Set(wordsOfFile('known-words.txt'))

/** Whether a word (in the singular) is real, so that it is not corrected to a word of a category. */
export const isKnownWord = (word: string): boolean => known.has(word)
