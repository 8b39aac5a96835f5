import '#contract/zod-settings.ts'
import path from 'node:path'
import { z } from 'zod'
import { faultsOfPayments } from './payment-settings.rules.ts'
import { faultsInProduction } from './production.rules.ts'

const parts = {
  login: { words: 'a username or password', isIn: ({ username, password }: URL) => username + password !== '' },
  path: { words: 'a path', isIn: ({ pathname }: URL) => pathname !== '' && pathname !== '/' },
  query: { words: 'a query (?…)', isIn: ({ href }: URL) => href.includes('?') },
  fragment: { words: 'a fragment (#…)', isIn: ({ href }: URL) => href.includes('#') },
}
type Part = keyof typeof parts

/** A URL in which only these parts are used. Any other part would be ignored, so it is refused. */
const address = (protocol: RegExp, used: readonly Part[]) =>
  z.url({ protocol }).superRefine((text, context) => {
    const url = URL.parse(text)
    if (url === null) return
    const ignored = Object.entries(parts).filter(([part, { isIn }]) => !used.includes(part as Part) && isIn(url))
    if (ignored.length > 0)
      context.addIssue({
        code: 'custom',
        message: `The address must not contain ${ignored.map(([, { words }]) => words).join(' or ')}`,
      })
    if (!isEncoded(url.username + url.password))
      context.addIssue({ code: 'custom', message: 'In the username or password, % must be written as %25' })
  })

/** The error of a database driver would only say "URI malformed". */
function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}

/** The address of a whole server, such as "https://leads.example". */
const origin = address(/^https?$/, []).transform(text => new URL(text).origin)

const fileAddress = address(/^https?$/, ['path', 'query'])

const databaseAddress = address(/^postgres(ql)?$/, ['login', 'path', 'query'])

/** The address of a Parquet file, or of a folder. A folder's files are found by adding their names to its address. */
const releaseAddress = fileAddress.refine(text => {
  const url = URL.parse(text)
  return url === null || url.search === '' || url.pathname.endsWith('.parquet')
}, 'Only the address of a Parquet file may contain a query (?…)')

/** Whether this is a host exactly as URLs contain it, with http and with https. */
const isHost = (host: string): boolean =>
  ['http', 'https'].every(protocol => URL.parse(`${protocol}://${host}`)?.host === host)

const onOff = z.enum(['on', 'off']).transform(value => value === 'on')
const numberUpTo = (max: number) => z.coerce.number(`Expected a number from 0 to ${max}`).min(0).max(max)
const port = numberUpTo(65_535).int()
const proxies = z
  .union([z.stringbool(), z.coerce.number().int().min(0).max(10)], 'Expected on, off, or a number of proxies')
  .transform(Number)

/** docs/operating.md says what each is for. */
const settings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseAddress.optional(),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: proxies.prefault('off'),
  DRAIN_SECONDS: numberUpTo(5).default(1),
  METRICS: onOff.prefault('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  PLACES_URL: releaseAddress.optional(),
  PLACES_UPDATE: z.enum(['on', 'approve', 'off']).default('on'),
  PLACES_AUTO_LOAD: onOff.prefault('on'),
  SITE_FACTS: z.enum(['asked', 'all', 'off']).default('asked'),
  SITES_PROXY: address(/^https?$/, ['login']).optional(),
  DEMO_CATALOG: onOff.optional(),
  STARTER_DATA: onOff.optional(),
  MAP_STYLE_URL: z.union([z.literal('off'), fileAddress], 'Expected off, or the address of a style').optional(),
  ENCRYPTION_KEY: z
    .string()
    .regex(/^[\x21-\x2b\x2d-\x7e]{32,}(,[\x21-\x2b\x2d-\x7e]{32,})*$/, 'Expected at least 32 characters')
    .optional(),
  WEBHOOK_HOSTS: z
    .string()
    .toLowerCase()
    .transform(hosts => hosts.split(',').filter(Boolean))
    .refine(
      hosts => hosts.every(isHost),
      'Expected hosts, such as n8n:5678,10.0.0.5, without the default ports 80 and 443',
    )
    .prefault(''),
  SMTP_URL: address(/^smtps?$/, ['login', 'query']).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\p{C}]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u,
      'Expected an address, or a name and an <address>',
    )
    .default('Leadline <no-reply@leadline.example>'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'Expected sk_test_… or sk_live_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'Expected pk_test_… or pk_live_…')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'Expected whsec_…')
    .optional(),
  STRIPE_API_BASE: origin.optional(),
  STRIPE_JS_URL: fileAddress.optional(),
  STRIPE_AUTOMATIC_TAX: onOff.prefault('off'),
  PAYMENTS_SANDBOX: z.enum(['on', 'off', 'even-in-production']).optional(),
  SANDBOX_PORT: port.optional(),
  SUPPORT_EMAIL: z.email().default('support@leadline.example'),
  SUPPORT_PHONE: z.string().default('(555) 555-0100'),
  INIT_CWD: z.string().optional(),
}
const Settings = z.object(settings).transform(config => ({
  ...config,
  DEMO_CATALOG: config.DEMO_CATALOG ?? config.NODE_ENV !== 'production',
  STARTER_DATA: config.STARTER_DATA ?? config.NODE_ENV !== 'production',
}))
export type Config = z.infer<typeof Settings>
export const settingNames = Object.keys(settings)

/** Reads the settings. Throws one error that lists all invalid ones. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  // An empty value counts as unset: container tools often pass on empty variables.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ''))
  const faults = new Map(
    Settings.safeParse(set).error?.issues.map(issue => [issue.path.join('.'), issue.message] as const),
  )
  // Every setting is optional, so this is read even if some of them are invalid.
  const config = Settings.parse(Object.fromEntries(Object.entries(set).filter(([name]) => !faults.has(name))))
  for (const [name, message] of [
    ...(faults.has('STRIPE_SECRET_KEY') || faults.has('PAYMENTS_SANDBOX') ? [] : faultsOfPayments(config)),
    ...faultsInProduction(config),
    ...(faults.has('DATABASE_URL') ? [] : faultsOfReplica(config)),
    ...(config.PUBLIC_URL?.startsWith('https:') === true && config.MAP_STYLE_URL?.startsWith('http:') === true
      ? [['MAP_STYLE_URL', 'Expected https, as in PUBLIC_URL: browsers ask for nothing else'] as const]
      : []),
    ...(config.SANDBOX_PORT === config.PORT && config.PORT > 0 ? [['SANDBOX_PORT', 'The same as PORT'] as const] : []),
  ])
    if (!faults.has(name)) faults.set(name, message)
  if (faults.size === 0) return { ...config, DATA_DIR: path.resolve(config.DATA_DIR) }
  throw new Error(`Wrong settings:\n${Array.from(faults, ([name, message]) => `  ${name}: ${message}`).join('\n')}`)
}

/** The styles of the street map, in light and dark colors. Null if maps have no streets. */
export function mapStylesOf({ MAP_STYLE_URL: style }: Pick<Config, 'MAP_STYLE_URL'>) {
  if (style === 'off') return null
  const openFreeMap = 'https://tiles.openfreemap.org/styles'
  return { light: style ?? `${openFreeMap}/positron`, dark: style ?? `${openFreeMap}/dark` }
}

const faultsOfReplica = ({ DATABASE_URL, DATABASE_REPLICA_URL }: Config): [keyof Config, string][] =>
  DATABASE_REPLICA_URL !== undefined && DATABASE_URL === undefined
    ? [['DATABASE_REPLICA_URL', 'Set without DATABASE_URL']]
    : []
