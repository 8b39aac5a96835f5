import { describe, expect, test } from 'vitest'
import { type MailNames, mailServerOf } from './mail-server.ts'

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

describe('the mail server of a host', () => {
  const names = (change: Partial<MailNames>): MailNames => ({
    resolveMx: failing('ENODATA'),
    resolve4: failing('ENODATA'),
    resolve6: failing('ENODATA'),
    ...change,
  })
  test.each<[string, Partial<MailNames>, string]>([
    ['is named', { resolveMx: () => Promise.resolve([{ exchange: 'mx.flatirons.com', priority: 1 }]) }, 'mx'],
    ['is refused by an empty name', { resolveMx: () => Promise.resolve([{ exchange: '', priority: 0 }]) }, 'null'],
    ['is the host itself', { resolve4: () => Promise.resolve(['93.184.216.34']) as never }, 'a'],
    ['is missing', {}, 'none'],
    ['is missing with the whole domain', { resolveMx: failing('ENOTFOUND') }, 'none'],
    ['is unknown if name servers do not answer', { resolveMx: failing('ETIMEOUT') }, 'unknown'],
  ])('%s', async (_, change, expected) => expect(await mailServerOf('flatirons.com', names(change))).toBe(expected))
})
