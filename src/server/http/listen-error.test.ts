import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { listenError } from './listen-error.ts'

async function listen(server: Server, HOST: string, PORT: number): Promise<unknown> {
  server.listen(PORT, HOST)
  try {
    await once(server, 'listening')
    return undefined
  } catch (error) {
    return listenError(error, { HOST, PORT })
  }
}

test('a port in use and an address of another machine are explained, and other errors are not changed', async () => {
  const first = createServer()
  expect(await listen(first, '127.0.0.1', 0)).toBeUndefined()
  const { port } = first.address() as AddressInfo
  expect(await listen(createServer(), '127.0.0.1', port)).toEqual(
    new Error(`Another program uses port ${port} of 127.0.0.1: stop it, or set another PORT.`),
  )
  first.close()
  expect(await listen(createServer(), '203.0.113.1', 0)).toEqual(
    new Error('This machine does not have the address 203.0.113.1: set another HOST.'),
  )
  const other = new Error('other')
  expect(listenError(other, { HOST: '127.0.0.1', PORT: 3000 })).toBe(other)
})
