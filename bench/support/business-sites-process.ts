/**
 * The websites of all businesses, in a process of their own. Prints the address of the proxy that plays them, and answers
 * each message with the number of visits so far.
 */
import { startBusinessSites } from '#tests/support/business-sites.ts'

const { proxyUrl, visits } = await startBusinessSites({ delayMs: Number(process.argv[2] ?? 0) })
process.on('message', () => process.send?.(visits.values().reduce((sum, count) => sum + count, 0)))
// A benchmark that was killed leaves no websites behind.
process.on('disconnect', () => process.exit())
console.log(proxyUrl)
