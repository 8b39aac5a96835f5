import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { assertCanListen, listenError } from './listen-error.ts'

test('a port in use and an address of another machine are explained, and other errors are not changed', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const address = { HOST: '127.0.0.1', PORT: port }
  await expect(assertCanListen(address)).rejects.toThrow(
    `Another program uses port ${port} of 127.0.0.1: stop it, or set another PORT.`,
  )
  other.close()
  await once(other, 'close')
  await expect(assertCanListen(address)).resolves.toBeUndefined()
  await expect(assertCanListen({ HOST: '203.0.113.1', PORT: 0 })).rejects.toThrow(
    'This machine does not have the address 203.0.113.1: set another HOST.',
  )
  const unknown = new Error('other')
  expect(listenError(unknown, address)).toBe(unknown)
})
