/** What is looked at before a start in production. */
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

/** Settings that would put people's passwords, money or lists at risk. On the machine itself nobody listens in. */
export function faultsInProduction(settings: Guarded): Fault[] {
  const { NODE_ENV, PUBLIC_URL, DATABASE_URL, SMTP_URL, STRIPE_WEBHOOK_SECRET } = settings
  if (NODE_ENV !== 'production') return []
  const faults: Fault[] = []
  if (PUBLIC_URL !== undefined && PUBLIC_URL.startsWith('http:') && !isLocal(new URL(PUBLIC_URL)))
    faults.push(['PUBLIC_URL', 'Expected https:// in production: cookies and passwords would travel in clear'])
  if (DATABASE_URL !== undefined && isWeak(new URL(DATABASE_URL)))
    faults.push([
      'DATABASE_URL',
      `Expected a password of at least ${SHORTEST_PASSWORD} characters that nobody guesses, for a database elsewhere`,
    ])
  if (SMTP_URL !== undefined && sendsPasswordInClear(new URL(SMTP_URL)))
    faults.push(['SMTP_URL', 'Expected smtps://, or ?requireTLS=true: the password would travel in clear'])
  if (STRIPE_WEBHOOK_SECRET !== undefined && STRIPE_WEBHOOK_SECRET.length < SHORTEST_SECRET)
    faults.push(['STRIPE_WEBHOOK_SECRET', `Expected at least ${SHORTEST_SECRET} characters, as Stripe gives them`])
  return faults
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
