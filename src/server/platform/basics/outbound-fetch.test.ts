import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from './outbound-address.rules.ts'
import { createOutboundFetch } from './outbound-fetch.ts'

const closed = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.255',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '203.0.113.7',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '64:ff9b::a9fe:a9fe',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'localhost',
  '127.1',
  '',
]
describe('the address of a public server', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2001:4860::8888',
  ])('is %s', address => expect(isPublicAddress(address)).toBe(true))
  test.each(closed)('is not %s', address => expect(isPublicAddress(address)).toBe(false))
})

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

describe('a guarded fetch', () => {
  let inside: Server
  let outside: Server
  let written = 0
  const seen: { path: string | undefined; authorization: string | undefined }[] = []

  beforeAll(async () => {
    inside = createServer((_request, response) => response.end('secret'))
    outside = createServer((request, response) => {
      seen.push({ path: request.url, authorization: request.headers.authorization })
      if (request.url === '/inside') response.writeHead(302, { location: addressOf(inside) }).end()
      else if (request.url === '/name') response.writeHead(307, { location: 'http://localhost:4790/' }).end()
      else if (request.url === '/round') response.writeHead(301, { location: '/round' }).end()
      else if (request.url === '/next') response.writeHead(302, { location: '/there' }).end()
      else if (request.url === '/moved') {
        if (request.method !== 'GET') written += 1
        response.writeHead(307, { location: '/there' }).end()
      } else if (request.url === '/drops') {
        const dripping = setInterval(() => response.write('x'), 50)
        response.on('close', () => clearInterval(dripping))
      } else if (request.url === '/endless') response.write('x'.repeat(10_000))
      else response.end(`you asked ${request.url}`)
    })
    for (const server of [inside, outside])
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  })
  afterAll(() => {
    for (const server of [inside, outside]) {
      server.closeAllConnections()
      server.close()
    }
  })

  test.each([
    'http://127.0.0.1:1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://localhost./',
    'http://db.internal/',
    'http://user:secret@example.com/',
    'file:///etc/passwd',
    'ftp://example.com/',
  ])('refuses %s before it connects', async address => {
    await expect(createOutboundFetch()(address)).rejects.toThrow(/not called|password/)
  })

  test('refuses a host name with a private address', async () => {
    const call = createOutboundFetch({ addressesOf: async () => [{ address: '127.0.0.1', family: 4 }] })
    await expect(call('http://inside.example:4790/')).rejects.toMatchObject({
      cause: { message: 'inside.example is not a public address, so it is not called.' },
    })
  })

  test('calls a private address that the operator configured, including its redirects', async () => {
    const call = createOutboundFetch({ trustedUrl: addressOf(outside) })
    const response = await call(`${addressOf(outside)}/next`, { headers: { authorization: 'Bearer mine' } })
    expect(await response.text()).toBe('you asked /there')
    expect(seen.at(-1)).toEqual({ path: '/there', authorization: 'Bearer mine' })
  })

  test('does not follow its redirects to another private address or host name', async () => {
    const call = createOutboundFetch({ trustedUrl: addressOf(outside) })
    await expect(call(`${addressOf(outside)}/inside`)).rejects.toThrow('127.0.0.1 is not a public address')
    await expect(call(`${addressOf(outside)}/name`)).rejects.toThrow('localhost is not a public address')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('does not redirect a %s, whose body nobody else gets', async method => {
    const call = createOutboundFetch({ trustedUrl: addressOf(outside) })
    const response = await call(`${addressOf(outside)}/moved`, { method, body: 'mine' })
    expect(response.status).toBe(307)
    expect(seen.at(-1)?.path).toBe('/moved')
    expect(written).toBeGreaterThan(0)
  })

  test('ends at its deadline, even if bytes keep coming', async () => {
    const call = createOutboundFetch({ trustedUrl: addressOf(outside), deadlineMs: 400 })
    const response = await call(`${addressOf(outside)}/drops`)
    await expect(response.text()).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('stops endless redirects and oversized responses', async () => {
    const call = createOutboundFetch({ trustedUrl: addressOf(outside), maxBytes: 5000 })
    await expect(call(`${addressOf(outside)}/round`)).rejects.toThrow('redirects too often')
    const response = await call(`${addressOf(outside)}/endless`)
    await expect(response.text()).rejects.toThrow('terminated')
  })
})
