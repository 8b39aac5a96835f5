import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'

const outbox = path.join(process.env.E2E_DATA_DIR ?? '', 'outbox')

/** Waits for the newest mail to an address and returns its link to this page. */
export async function mailedLink(email: string, page: string): Promise<string> {
  let found = ''
  await expect
    .poll(() => (found = linkIn(email, page)), {
      message: `a mail to ${email} with a link to ${page}`,
      intervals: [50],
    })
    .not.toBe('')
  return found
}

const read = new Map<string, string>()
/** A mail never changes, so each file is read once. */
function mailIn(file: string): string {
  const text = read.get(file) ?? readFileSync(path.join(outbox, file), 'utf8')
  read.set(file, text)
  return text
}

function linkIn(email: string, page: string): string {
  if (!existsSync(outbox)) return ''
  const mails = readdirSync(outbox)
    .filter(file => file.endsWith('.eml'))
    .map(mailIn)
  const mail = mails.find(text => text.includes(`To: ${email}`) && text.includes(page)) ?? ''
  const plain = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const token = new RegExp(`${page}#([\\w.-]+)`).exec(plain)?.[1]
  return token === undefined ? '' : `${page}#${token}`
}
