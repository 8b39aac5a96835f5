import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type SmtpSink = {
  url: string
  /** When each receiver's newest mail was accepted, by `performance.now()`. */
  acceptedAt: Map<string, number>
  close: () => Promise<void>
}

/** A mail server that takes `delayMs` to accept a mail, and keeps nothing of it. */
export async function startSmtpSink(delayMs: number): Promise<SmtpSink> {
  const acceptedAt = new Map<string, number>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, { envelope }, done) => {
      stream.resume()
      stream.on('end', () =>
        setTimeout(() => {
          for (const { address } of envelope.rcptTo) acceptedAt.set(address, performance.now())
          done()
        }, delayMs),
      )
    },
  })
  // Connections that are cut at the end.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const close = () => new Promise<void>(resolve => server.close(resolve))
  return { url: `smtp://127.0.0.1:${port}`, acceptedAt, close }
}
