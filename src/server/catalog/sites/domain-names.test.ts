import { describe, expect, test } from 'vitest'
import { type DomainNames, isDomainGone } from './domain-names.ts'

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

const known = () => Promise.resolve(['ns.example.com'])

describe('a domain whose host is not found', () => {
  const missing = failing('ENOTFOUND')
  test.each<[string, Record<string, DomainNames['resolveNs']>, boolean]>([
    ['is gone if name servers know only its ending', { com: known, 'flatirons.com': missing }, true],
    ['is not gone if only the host is missing', { com: known, 'flatirons.com': known }, false],
    ['is not gone if name servers find nothing at all', { com: missing, 'flatirons.com': missing }, false],
    ['is not gone if name servers do not answer', { com: known, 'flatirons.com': failing('ETIMEOUT') }, false],
  ])('%s', async (_, answers, isGone) => {
    const resolveNs = (name: string) => (answers[name] ?? missing)(name)
    expect(await isDomainGone('flatirons.com', { resolveNs })).toBe(isGone)
  })
})
