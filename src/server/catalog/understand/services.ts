import { z } from 'zod'
import { commaList, readTable } from '#server/catalog/words/word-file.ts'

/** A phrase for a trade, things that it repairs or installs, and what people ask for instead of the trade. */
export const services = readTable('services.txt', z.tuple([z.string().min(1), commaList, commaList]))
