import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Config } from '#server/platform/config/config.ts'
import { HopelessJob } from '#server/platform/jobs/job.ts'
import type { RenderedLetter } from './letter.ts'

export type OutgoingMail = RenderedLetter & {
  /** The same at each attempt to send it; becomes its Message-ID, by which mail servers know a repetition. */
  id: string
  to: string
  at: Date
  /** Somebody waits for it. */
  isUrgent: boolean
}
/** The way out of the machine. Throws when a mail could not be handed over; `HopelessJob` when it never will be. */
export type Mailer = { send: (mail: OutgoingMail) => Promise<void>; close: () => void }

/** Each with a connection of its own; those of urgent mail are never busy with other mail. */
export const urgentMailsAtOnce = 16
export const otherMailsAtOnce = 4
/** Of the whole conversation about one mail: a server that hangs on one keeps no connection from the others for long. */
const DEADLINE_MS = 15_000

/** By SMTP where an operator has set it up, else into files that one can open. */
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
    // Whole or not at all, for whoever watches the folder.
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
    await rename(`${file}.part`, file)
  }
  return { send, close: () => {} }
}

const messageOf = ({ id, to, at, subject, text, html }: OutgoingMail, from: string): SendMailOptions => ({
  from,
  // As a whole address, never to be taken apart: a comma in it is no second receiver.
  to: { name: '', address: to },
  subject,
  text,
  html,
  date: at,
  messageId: `<${id}@${/@([^>]+)>?$/.exec(from)?.[1] ?? 'localhost'}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
})

type SmtpError = { code?: string; responseCode?: number }

/** What a mail server answers names the receiver, who has no place in the log. */
function withoutAddresses(error: unknown): Error {
  const { code = 'unknown', responseCode } = error as SmtpError
  const answer = responseCode === undefined ? code : `${code}, ${responseCode}`
  // 5xx about the receiver or the message is for good; about signing in, the operator can mend it.
  const isForGood = responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return isForGood
    ? new HopelessJob(`The mail server refuses this mail for good (${answer})`)
    : new Error(`The mail server did not take a mail (${answer})`)
}
