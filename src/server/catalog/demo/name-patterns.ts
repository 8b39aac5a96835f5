import { readGroups } from '#server/catalog/words/word-file.ts'

/** How businesses of one style are named, e.g. "{last} {noun}". */
export const namePatterns = readGroups('demo-name-patterns.txt')
