import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { parseJson } from '#json/index.ts'
import { exitCodes } from '#server/entry/commands/command.ts'
import { runCommand } from '#server/entry/commands/run-command.ts'
import type { Deps } from '#server/features/deps.ts'
import { type ControlReply, ControlRequest, socketPathIn } from './control-socket.ts'

const PARTING_MS = 500

export type ControlServer = { close: () => Promise<void> }

/**
 * Accepts commands from the command line on a socket that only the owner of the data folder can open, because no other
 * process can use the embedded database meanwhile. The caller holds the process lock.
 */
export async function openControlServer(deps: Deps): Promise<ControlServer> {
  const { path, release } = socketPathIn(deps.config.DATA_DIR)
  const callers = new Set<Socket>()
  const server = createServer(socket => {
    callers.add(socket)
    socket.once('close', () => callers.delete(socket))
    // A caller that disconnects is not an error.
    socket.on('error', () => {})
    serveCaller(deps, socket)
  })
  // A killed server leaves its socket behind. We have the lock, so nobody else is listening.
  rmSync(path, { force: true })
  await listenForOwnerOnly(server, path)
  return {
    close: async () => {
      for (const socket of callers)
        sendReply(socket, { complaint: 'The server is stopping.' }, { exit: exitCodes.failed })
      await new Promise(resolve => {
        server.close(resolve)
        for (const socket of callers) socket.destroySoon()
        // A suspended caller does not read the reply, and would hold up the shutdown.
        setTimeout(() => callers.forEach(socket => socket.destroy()), PARTING_MS).unref()
      })
      release()
    },
  }
}

async function listenForOwnerOnly(server: Server, path: string): Promise<void> {
  // listen() creates the socket at once, so its mode must be restricted from the start.
  const umask = process.umask(0o177)
  server.listen(path)
  process.umask(umask)
  await once(server, 'listening')
}

function serveCaller(deps: Deps, socket: Socket): void {
  const lines = createInterface({ input: socket, crlfDelay: Infinity })
  // It repeats the errors of the socket, also after the command has ended.
  lines.on('error', () => {})
  lines.once('line', line => void answer(deps, line, socket))
}

async function answer(deps: Deps, line: string, socket: Socket): Promise<void> {
  const exit = await runRequest(deps, line, reply => sendReply(socket, reply))
  sendReply(socket, { exit })
  socket.end()
}

async function runRequest(deps: Deps, line: string, send: (reply: ControlReply) => void): Promise<number> {
  const request = ControlRequest.safeParse(parseJson(line)).data
  if (request === undefined) {
    send({ complaint: 'The request is not understood.' })
    return exitCodes.failed
  }
  const command = request.argv.slice(0, 2).join(' ')
  deps.log.info({ command }, 'command from the command line')
  const exit = await runCommand({
    ...request,
    deps,
    migrated: [],
    voice: {
      print: text => send({ line: text }),
      complain: text => send({ complaint: text }),
      progress: progress => send({ progress }),
    },
  })
  // The caller may have closed the connection.
  deps.log.info({ command, exit }, 'command ended')
  return exit
}

function sendReply(socket: Socket, ...replies: ControlReply[]): void {
  if (socket.writable) socket.write(replies.map(reply => `${JSON.stringify(reply)}\n`).join(''))
}
