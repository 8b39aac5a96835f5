import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLoopback, networkOf } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:40001', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:443', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:443', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['[fe80::1%25eth0]:80', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:192.0.2.7', '2001:db8:1:2::/64'],
  ['', 'unknown'],
  ['unknown', 'unknown'],
  ['_hidden', 'unknown'],
  ['192.0.2.007', 'unknown'],
  ['192.0.2.7:', 'unknown'],
  ['192.0.2.7:40001:1', 'unknown'],
  ['[192.0.2.7', 'unknown'],
  ['2001:db8::1::2', 'unknown'],
])('the rate limit key of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('no text makes a key of its own: what is no address is unknown', () => {
  const isKey = /^(unknown|\d+(\.\d+){3}|([\da-f]{1,4}:){4}:\/64)$/
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[\d.:[\]%a-f]{0,40}$/), fc.ipV4(), fc.ipV6())
  fc.assert(
    fc.property(texts, text => {
      expect(networkOf(text)).toMatch(isKey)
    }),
  )
})

test('a port, brackets, and a mapping to IPv6 do not change the key', () => {
  const port = fc.integer({ min: 0, max: 65_535 })
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV6(), port, (four, six, at) => {
      expect([`${four}:${at}`, `::ffff:${four}`, `[::ffff:${four}]:${at}`].map(networkOf)).toEqual(
        Array(3).fill(networkOf(four)),
      )
      expect([`[${six}]`, `[${six}]:${at}`, `${six}%eth0`].map(networkOf)).toEqual(Array(3).fill(networkOf(six)))
    }),
  )
})

test.each(['127.0.0.1', '127.9.9.9', '::1', '[::1]', '::ffff:127.0.0.1'])('%s is this machine', address => {
  expect(isLoopback(address)).toBe(true)
})
test.each(['', 'localhost', '127.0.0.1.example', '::2', '::ffff:10.0.0.1', '128.0.0.1'])('%s is not', address => {
  expect(isLoopback(address)).toBe(false)
})
