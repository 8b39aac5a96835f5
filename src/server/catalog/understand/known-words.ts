import { wordsOfFile } from '#server/catalog/words/word-file.ts'

const known: ReadonlySet<string> = new Set(wordsOfFile('known-words.txt'))

/** Whether a word is correct as it is, although a word of some category is spelled like it. It is in the singular. */
export const isKnownWord = (word: string): boolean => known.has(word)
