import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type SmtpSink = {
  url: string
  /** When the newest mail to each address was accepted, in `performance.now()` time. */
  acceptedAt: Map<string, number>
  close: () => Promise<void>
}

/** A mail server that takes `delayMs` to accept a mail, and stores nothing. */
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
  // Clients may cut their connections at the end.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const close = () => new Promise<void>(resolve => server.close(resolve))
  return { url: `smtp://127.0.0.1:${port}`, acceptedAt, close }
}
