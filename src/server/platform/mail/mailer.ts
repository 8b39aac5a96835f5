import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '#server/platform/config/config.ts'
import { NonRetryableError } from '#server/platform/jobs/job.ts'
import type { RenderedLetter } from './letter.ts'

export type OutgoingMail = RenderedLetter & {
  /** The same for every attempt. It becomes the Message-ID, by which mail servers recognize duplicates. */
  id: string
  to: string
  at: Date
  /** Somebody is waiting for it. */
  isUrgent: boolean
  /** A POST to it ends mail of this kind (RFC 8058). */
  unsubscribeUrl?: string
}
/** Sends mail. Throws if a mail could not be sent, and `NonRetryableError` if it never can be. */
export type Mailer = { send: (mail: OutgoingMail) => Promise<void>; close: () => void }

/** Maximum number of connections. Urgent mail has its own, so other mail never delays it. */
export const urgentMailsAtOnce = 16
export const otherMailsAtOnce = 4
/** Deadline for sending one mail, so that a server that hangs does not block a connection for long. */
const DEADLINE_MS = 15_000

/** Over SMTP if it is configured, otherwise into .eml files. */
export function openMailer(config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>): Mailer {
  return config.SMTP_URL === undefined
    ? outboxMailer(config.MAIL_FROM, path.join(config.DATA_DIR, 'outbox'))
    : smtpMailer(config.MAIL_FROM, config.SMTP_URL)
}

function smtpMailer(from: string, url: string): Mailer {
  const urgent = smtpPool(url, urgentMailsAtOnce)
  const others = smtpPool(url, otherMailsAtOnce)
  const send = async (mail: OutgoingMail) => {
    const pool = mail.isUrgent ? urgent : others
    try {
      await pool.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(DEADLINE_MS) })
    } catch (error) {
      throw withoutAddresses(error)
    }
  }
  const close = () => {
    urgent.close()
    others.close()
  }
  return { send, close }
}

const smtpPool = (url: string, maxConnections: number) =>
  createTransport({
    url,
    pool: true,
    maxConnections,
    connectionTimeout: DEADLINE_MS,
    greetingTimeout: DEADLINE_MS,
    socketTimeout: DEADLINE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

function outboxMailer(from: string, folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const send = async (mail: OutgoingMail) => {
    const { message } = await transport.sendMail(messageOf(mail, from))
    const file = path.join(folder, `${mail.id}.eml`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Renamed when complete, so that readers of the folder never see half a file.
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
    await rename(`${file}.part`, file)
  }
  return { send, close: () => {} }
}

const messageOf = (
  { id, to, at, subject, text, html, unsubscribeUrl }: OutgoingMail,
  from: string,
): SendMailOptions => ({
  from,
  // Passed as an object, so that a comma in the address cannot add a recipient.
  to: { name: '', address: to },
  subject,
  text,
  html,
  date: at,
  messageId: `<${id}@${/@([^>]+)>?$/.exec(from)?.[1] ?? 'localhost'}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
})

/** The server's message is left out, because it names the recipient. */
function withoutAddresses(error: unknown): Error {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number }
  const answer = responseCode === undefined ? code : `${code}, ${responseCode}`
  // A 5xx about the recipient or the message is permanent. One about authentication can be fixed by the operator.
  const isPermanent = responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return isPermanent
    ? new NonRetryableError(`The mail server refuses this mail for good (${answer})`)
    : new Error(`The mail server did not take a mail (${answer})`)
}
