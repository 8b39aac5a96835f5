/** The websites of all businesses, in a process of their own. Prints the address of the proxy that plays them. */
import { startBusinessSites } from '#tests/support/business-sites.ts'

const { proxyUrl } = await startBusinessSites({ delayMs: Number(process.argv[2] ?? 0) })
console.log(proxyUrl)
