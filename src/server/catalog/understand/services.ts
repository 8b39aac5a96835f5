import { z } from 'zod'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'
import { normalizedPhrase } from './category-words.ts'

/**
 * For each trade: its name, the things that it repairs or installs, and phrases that people type instead of its name.
 * All are normalized.
 */
export const services = readTable('services.txt', z.tuple([z.string().min(1), commaList, commaList])).map(
  ([trade, things, asked]) => ({
    trade: normalizedPhrase(trade),
    things: things.map(normalizedPhrase),
    asked: asked.map(normalizedPhrase),
  }),
)
