import { createConnection, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Pairs of sockets that are currently open. */
  openConnections: () => number
  /** Drops all data in both directions without closing connections, like an unplugged cable. */
  blackHole: () => void
  /** Forwards the delayed data and everything that follows. */
  heal: () => void
  /** Breaks the oldest open connection; false if there is none. */
  cutOne: () => boolean
  /** Breaks all open connections. */
  cutAll: () => void
  close: () => Promise<void>
}

/** A local TCP proxy between a server and a service, which can simulate network failures. */
export async function startTcpProxy(target: { port: number; host?: string }): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let isBlackHole = false
  const server = createServer(client => {
    const upstream = createConnection(target.port, target.host ?? '127.0.0.1')
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    client.pipe(upstream)
    upstream.pipe(client)
    if (isBlackHole) pairOff(pair)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    openConnections: () => pairs.size,
    blackHole: () => {
      isBlackHole = true
      for (const pair of pairs) pairOff(pair)
    },
    heal: () => {
      isBlackHole = false
      for (const [client, upstream] of pairs) {
        client.pipe(upstream)
        upstream.pipe(client)
      }
    },
    cutOne: () => {
      const [oldest] = pairs
      if (oldest === undefined) return false
      cut(oldest)
      return true
    },
    cutAll: () => [...pairs].forEach(cut),
    close: async () => {
      ;[...pairs].forEach(cut)
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const cut = (pair: [Socket, Socket]): void => pair.forEach(socket => socket.destroy())

function pairOff(pair: [Socket, Socket]): void {
  for (const socket of pair) socket.unpipe().pause()
}
