/**
 * A security release: every older Node.js has known vulnerabilities. The Dockerfile uses it, and the server checks it
 * at startup.
 */
export const oldestSafeNode = '26.12.1'

/** @param version as in `process.versions.node` */
export function hasKnownVulnerabilities(version: string): boolean {
  const [own, safe] = [version, oldestSafeNode].map(text => text.split('.').map(Number))
  const difference = safe?.map((part, index) => (own?.[index] ?? 0) - part).find(part => part !== 0) ?? 0
  return difference < 0
}
