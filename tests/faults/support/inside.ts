import { freePort } from '#tests/support/postgres-cluster.ts'

export type Insides = {
  /** Heap in use after a full garbage collection. */
  heapBytes: number
  /** Open sockets, files, and pipes. */
  descriptors: number
  /** Sockets, timers, and other resources that keep the process alive. */
  resources: number
  /** Listeners on `process`. */
  listeners: number
}
export type InsideView = { settings: Record<string, string>; look: () => Promise<Insides> }

const figures = `JSON.stringify({
  descriptors: process.getBuiltinModule('node:fs').readdirSync('/proc/self/fd').length,
  resources: process.getActiveResourcesInfo().length,
  listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0) })`

/** Measures a server through Node's inspector. Start the server with `settings` first. */
export async function openInsideView(): Promise<InsideView> {
  const port = await freePort()
  return {
    settings: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` },
    look: async () => {
      const targets = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
        webSocketDebuggerUrl: string
      }[]
      const inspector = await openInspector(targets[0]?.webSocketDebuggerUrl ?? '')
      try {
        await inspector.ask('HeapProfiler.collectGarbage')
        const { usedSize } = await inspector.ask<{ usedSize: number }>('Runtime.getHeapUsage')
        const { result } = await inspector.ask<{ result: { value: string } }>('Runtime.evaluate', {
          expression: figures,
        })
        return { heapBytes: usedSize, ...(JSON.parse(result.value) as Omit<Insides, 'heapBytes'>) }
      } finally {
        inspector.close()
      }
    },
  }
}

async function openInspector(url: string) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const waiting = new Map<number, (result: unknown) => void>()
  let asked = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown }
    if (id !== undefined) waiting.get(id)?.(result)
  })
  return {
    ask: <T>(method: string, params: object = {}): Promise<T> =>
      new Promise(resolve => {
        waiting.set(++asked, resolve as (result: unknown) => void)
        socket.send(JSON.stringify({ id: asked, method, params }))
      }),
    close: () => socket.close(),
  }
}
