import { closeSync, constants, openSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** A request from the command line to the running server, as one line of JSON. */
export const ControlRequest = z.strictObject({
  argv: z.array(z.string()),
  cwd: z.string().startsWith('/'),
})
export type ControlRequest = z.infer<typeof ControlRequest>

/** A reply, as one line of JSON; `exit` is the last. */
export const ControlReply = z.union([
  z.strictObject({ line: z.string() }),
  z.strictObject({ complaint: z.string() }),
  z.strictObject({ progress: z.strictObject({ label: z.string(), done: z.number(), total: z.number().nullable() }) }),
  z.strictObject({ exit: z.number().int() }),
])
export type ControlReply = z.infer<typeof ControlReply>

const SOCKET_NAME = 'control.sock'
// The size of a path in sockaddr_un, without the final zero byte.
const LONGEST_PATH_BYTES = 107

export type SocketPath = { path: string; release: () => void }

/** A path to the socket in the data folder that is short enough to bind, valid until it is released. */
export function socketPathIn(dataDir: string): SocketPath {
  const plain = path.join(dataDir, SOCKET_NAME)
  if (Buffer.byteLength(plain) <= LONGEST_PATH_BYTES) return { path: plain, release: () => {} }
  if (process.platform !== 'linux') throw new Error(`DATA_DIR is too long a path for a socket: ${dataDir}`)
  const folder = openSync(dataDir, constants.O_RDONLY | constants.O_DIRECTORY)
  return { path: `/proc/self/fd/${folder}/${SOCKET_NAME}`, release: () => closeSync(folder) }
}
