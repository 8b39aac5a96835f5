/** The settings that are checked before a start in production. */
type Guarded = {
  NODE_ENV: string
  PUBLIC_URL?: string | undefined
  DATABASE_URL?: string | undefined
  SMTP_URL?: string | undefined
  STRIPE_WEBHOOK_SECRET?: string | undefined
}
type Fault = [setting: keyof Guarded, message: string]

const SHORTEST_PASSWORD = 12
const SHORTEST_SECRET = 24
const guesses = /^(postgres|password|leadline|secret|admin|changeme|test|123|qwerty)/i

/** Settings that would put passwords, payments, or leads at risk. Connections to the same machine are exempt. */
export function faultsInProduction(settings: Guarded): Fault[] {
  const { NODE_ENV, PUBLIC_URL, DATABASE_URL, SMTP_URL, STRIPE_WEBHOOK_SECRET } = settings
  if (NODE_ENV !== 'production') return []
  const faults: Fault[] = []
  if (PUBLIC_URL === undefined)
    faults.push(['PUBLIC_URL', 'Expected the public address, such as https://leads.example: links in emails use it'])
  else if (PUBLIC_URL.startsWith('http:') && !isLocal(new URL(PUBLIC_URL)))
    faults.push(['PUBLIC_URL', 'Expected https:// in production: otherwise cookies and passwords are sent unencrypted'])
  if (DATABASE_URL !== undefined && isWeak(new URL(DATABASE_URL)))
    faults.push([
      'DATABASE_URL',
      `Expected a hard-to-guess password of at least ${SHORTEST_PASSWORD} characters, because the database is on another machine`,
    ])
  if (SMTP_URL !== undefined && sendsPasswordInClear(new URL(SMTP_URL)))
    faults.push(['SMTP_URL', 'Expected smtps://, or ?requireTLS=true: otherwise the password is sent unencrypted'])
  if (STRIPE_WEBHOOK_SECRET !== undefined && STRIPE_WEBHOOK_SECRET.length < SHORTEST_SECRET)
    faults.push(['STRIPE_WEBHOOK_SECRET', `Expected at least ${SHORTEST_SECRET} characters, as Stripe gives them`])
  return faults
}

/** Warnings for the startup log about settings that are valid but probably a mistake. */
export function startupWarnings(
  settings: Guarded & { TRUST_PROXY: number; MAIL_FROM: string; SUPPORT_EMAIL: string },
  nodeVersion: string,
): string[] {
  const { NODE_ENV, PUBLIC_URL, TRUST_PROXY, SMTP_URL, MAIL_FROM, SUPPORT_EMAIL } = settings
  const doubts: string[] = []
  if (PUBLIC_URL?.startsWith('https:') === true && TRUST_PROXY === 0)
    doubts.push(
      'PUBLIC_URL is https but TRUST_PROXY is off: behind a proxy, all callers share the limits of one address. Set TRUST_PROXY=on',
    )
  if (NODE_ENV !== 'production') return doubts
  if (SMTP_URL === undefined)
    doubts.push('SMTP_URL is unset: mail is only written to files, so nobody can confirm an email or reset a password')
  for (const [name, address] of Object.entries({ MAIL_FROM, SUPPORT_EMAIL }))
    if (address.includes('@leadline.example')) doubts.push(`${name} is an example: set an address of your own`)
  if (hasKnownVulnerabilities(nodeVersion))
    doubts.push(
      `Node.js ${nodeVersion} has known vulnerabilities: install ${oldestSafeNode} or newer on this machine, or use the image`,
    )
  return doubts
}

const isLocal = ({ hostname }: URL): boolean => ['localhost', '127.0.0.1', '[::1]', ''].includes(hostname)

function isWeak(address: URL): boolean {
  if (isLocal(address)) return false
  const password = decodeURIComponent(address.password)
  return password.length < SHORTEST_PASSWORD || guesses.test(password)
}

const sendsPasswordInClear = (address: URL): boolean =>
  address.protocol === 'smtp:' &&
  address.password !== '' &&
  !isLocal(address) &&
  address.searchParams.get('requireTLS') !== 'true'

/** A security release: every older Node.js has known vulnerabilities. The server checks it at startup. */
export const oldestSafeNode = '26.12.1'

/** @param version as in `process.versions.node` */
export function hasKnownVulnerabilities(version: string): boolean {
  const [own, safe] = [version, oldestSafeNode].map(text => text.split('.').map(Number))
  const difference = safe?.map((part, index) => (own?.[index] ?? 0) - part).find(part => part !== 0) ?? 0
  return difference < 0
}
