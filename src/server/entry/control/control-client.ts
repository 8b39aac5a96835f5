import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { exitCodes } from '#server/entry/commands/command.ts'
import type { CommandRun } from '#server/entry/commands/run-command.ts'
import { codeOf } from '#server/platform/basics/fault.ts'
import { ControlReply, type ControlRequest, socketPathIn } from './control-socket.ts'

export type HandedCommand = ControlRequest & { dataDir: string; voice: CommandRun['voice'] }

/** Sends a command to the server of the data folder, and returns its exit code; null if none is listening. */
export async function handToServer({ dataDir, voice, ...request }: HandedCommand): Promise<number | null> {
  const socket = await connectTo(dataDir)
  if (socket === null) return null
  socket.write(`${JSON.stringify(request satisfies ControlRequest)}\n`)
  for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
    const reply = ControlReply.parse(JSON.parse(line))
    if ('exit' in reply) {
      socket.end()
      return reply.exit
    }
    if ('line' in reply) voice.print(reply.line)
    else if ('complaint' in reply) voice.complain(reply.complaint)
    else voice.progress(reply.progress)
  }
  voice.complain('The server ended before the command did.')
  return exitCodes.failed
}

async function connectTo(dataDir: string): Promise<Socket | null> {
  const { path, release } = socketPathIn(dataDir)
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    // Errors also end the loop that reads from the socket.
    socket.on('error', () => {})
    return socket
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes(codeOf(error))) return null
    throw error
  } finally {
    release()
  }
}
