import { wordsOfFile } from '#server/catalog/words/word-file.ts'

const known: ReadonlySet<string> = new Set(wordsOfFile('known-words.txt'))

/** Whether a word in the singular is no typo, although a word of some category is spelled like it. */
export const isKnownWord = (word: string): boolean => known.has(word)
