import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import type { User } from '#contract/accounts/account.ts'
import { longestWait } from '#server/catalog/starter/make-on-need.ts'
import { createApp } from '#server/entry/app.ts'
import { buildDeps } from '#server/entry/build-deps.ts'
import type { Deps } from '#server/features/deps.ts'
import type { Payments } from '#server/money/provider/payments.ts'
import type { Clock } from '#server/platform/basics/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Db } from '#server/platform/database/db.ts'
import type { OutgoingMail } from '#server/platform/mail/mailer.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export type TestApp = {
  app: FastifyInstance
  deps: Deps
  clock: TestClock
  /** Sent mails, oldest first; see `runDueJobs`. */
  mails: OutgoingMail[]
  /** The log lines so far. */
  log: string[]
}
// On a slow machine, making the places of a search may take longer.
longestWait.milliseconds = 600_000

/** The places of a test are its own. */
const withoutPlaces = { DEMO_CATALOG: 'off', STARTER_DATA: 'off', PLACES_AUTO_LOAD: 'off' }
export type TestAppOptions = {
  /** From `createTestDatabase` or `describeOnBothDatabases`; the app does not close it. */
  db: Db
  clock?: TestClock
  /** Settings as in the environment. */
  settings?: Record<string, string>
  /** From `createPaymentsApp`. Without them, nothing can be paid. */
  payments?: Payments
  /** The product's clock, if it is not `clock` itself. */
  now?: Clock
}

const products = new WeakMap<FastifyInstance, TestApp>()
/** The product behind an app, for tests that only have the app. */
export function productOf(app: FastifyInstance): TestApp {
  const product = products.get(app)
  if (product === undefined) throw new Error('This app was not made by createTestApp')
  return product
}

/** The whole product in this process, called with `app.inject`. Several can share one database. */
export async function createTestApp({
  db,
  clock = createTestClock(),
  settings = {},
  payments,
  now = clock,
}: TestAppOptions): Promise<TestApp> {
  const log: string[] = []
  const mails: OutgoingMail[] = []
  const mailer = { send: async (mail: OutgoingMail) => void mails.push(mail), close: () => {} }
  const config = readConfig({ NODE_ENV: 'test', ...withoutPlaces, ...settings })
  const deps = await buildDeps({
    config,
    log: pino({ level: 'info' }, { write: line => log.push(line) }),
    db,
    clock: now,
    mailer,
    ...(payments === undefined ? {} : { payments }),
  })
  const product = { app: await createApp(deps), deps, clock, mails, log }
  products.set(product.app, product)
  return product
}

export type SignedIn = {
  user: User
  /** Value of the Cookie header. */
  cookie: string
}
let signUps = 0
let addresses = 0
/** A network address that no other test in this file uses, so its limits are unused. */
export function newAddress(): string {
  addresses++
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** The network address of a user. Accounts with unconfirmed emails share some limits with others of their network. */
export const ownAddress = ({ user: { id } }: SignedIn): string => `10.200.${(id >> 8) & 255}.${id & 255}`

const password = 'correct horse battery'

/** Signs in a user created by `signUp`. */
export async function signIn(app: FastifyInstance, username: string): Promise<SignedIn> {
  const response = await app.inject({ method: 'POST', url: '/api/login', payload: { username, password } })
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { user: response.json<User>(), cookie }
}

/** Creates a new account and signs it in. */
export async function signUp(app: FastifyInstance, wanted: { username?: string } = {}): Promise<SignedIn> {
  signUps++
  const username = wanted.username ?? `user${signUps}`
  const response = await app.inject({
    method: 'POST',
    url: '/api/register',
    payload: { username, email: `${username}@example.com`, password },
    // A new address each time, so that tests do not reach the limit on sign-ups.
    remoteAddress: newAddress(),
  })
  if (response.statusCode !== 201) throw new Error(`Signing up ${username} was refused: ${response.body}`)
  const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return { user: response.json<User>(), cookie }
}
