import { z } from 'zod'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'

/**
 * For each trade: its name, the things that it repairs or installs, and phrases that people type instead of its name.
 */
export const services = readTable('services.txt', z.tuple([z.string().min(1), commaList, commaList]))
