import { expect, test } from 'vitest'
import { isCertificateBad } from './site-down.rules.ts'

test.each([
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'DNS:other.example', true],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'DNS:www.flatirons.com, DNS:other.example', false],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'DNS:flatirons.com', true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'DNS:flatirons.com', false],
])('a certificate with the error %s for %s is bad: %s', (code, subjectaltname, isBad) => {
  expect(isCertificateBad({ code, cert: { subjectaltname } }, 'flatirons.com')).toBe(isBad)
})
