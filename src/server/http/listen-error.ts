import { once } from 'node:events'
import { createServer } from 'node:net'

type Address = { HOST: string; PORT: number }

/** Throws what `listenError` explains, before a start has created anything. */
export async function assertCanListen({ HOST, PORT }: Address): Promise<void> {
  const probe = createServer().listen(PORT, HOST)
  try {
    await once(probe, 'listening')
  } catch (error) {
    throw listenError(error, { HOST, PORT })
  }
  probe.close()
  await once(probe, 'close')
}

/** Explains in one sentence why the server cannot listen on its address. Returns any other error unchanged. */
export function listenError(error: unknown, { HOST, PORT }: Address): unknown {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE')
    return new Error(`Another program uses port ${PORT} of ${HOST}: stop it, or set another PORT.`)
  if (code === 'EACCES') return new Error(`This user is not allowed to listen on port ${PORT}: set another PORT.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`This machine does not have the address ${HOST}: set another HOST.`)
  return error
}
