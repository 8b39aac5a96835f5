import { registrableDomain } from '#domains/index.ts'

const HIDDEN_DIGITS = 4
const SHOWN_LETTERS = 3
const SHOWN_OF_MAILBOX = 2

/** "(303) 555-••••" */
export const maskedPhone = (phone: string): string => phone.slice(0, -HIDDEN_DIGITS) + '•'.repeat(HIDDEN_DIGITS)

/** "Ann•••" */
export const maskedName = (name: string): string => `${name.slice(0, Math.min(SHOWN_LETTERS, name.length - 1))}•••`

/** "fla•••.com" */
export function maskedDomain(website: string): string {
  const domain = registrableDomain(website) ?? ''
  const dot = domain.indexOf('.')
  return dot === -1 ? '•••' : `${domain.slice(0, Math.min(SHOWN_LETTERS, dot - 1))}•••${domain.slice(dot)}`
}

/** "in•••@fla•••.com" */
export function maskedEmail(email: string): string {
  const [mailbox = '', domain = ''] = email.split('@')
  return `${mailbox.slice(0, Math.min(SHOWN_OF_MAILBOX, mailbox.length - 1))}•••@${maskedDomain(`https://${domain}`)}`
}
