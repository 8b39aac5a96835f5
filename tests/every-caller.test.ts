import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allEndpoints } from '#contract/all-endpoints.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import type { Tier } from '#contract/plans.ts'
import { grantAdmin } from '#server/accounts/identity/account.usecases.ts'
import { bearer, makeApiKey, signUpElite } from './support/api-key.ts'
import { newAddress, type SignedIn } from './support/app.ts'
import { createTestDatabase } from './support/databases.ts'
import { callOf, nameOf } from './support/good-calls.ts'
import type { GoodCall } from './support/good-calls/good-call.ts'
import { createPaymentsApp, type PaymentsApp } from './support/payments-app.ts'
import { refusalOf } from './support/refusal-of.ts'
import { seedTown } from './support/seed-town.ts'

/** Errors that identify the caller. Any other error means that the call was let in. */
const closedDoors = new Set([
  'NOT_SIGNED_IN',
  'INVALID_API_KEY',
  'FORBIDDEN',
  'KEY_SCOPE_TOO_SMALL',
  'FEATURE_NOT_IN_PLAN',
  'NOT_FOUND',
])
const letIn = 'let in'

type Caller = {
  caller: string
  /** Headers of the call, for the user who owns its data. */
  headers: (owner: SignedIn) => Promise<Record<string, string>>
  /** The expected result by required access. */
  fate: Record<Access, string>
  /** The caller does not own what the call refers to, and gets "not found". */
  isStranger?: boolean
  /** The plan of the owner has ended. */
  hasPlanEnded?: boolean
}

let product: PaymentsApp
let app: FastifyInstance

// A new user for each call that is let in, because some calls end the session or change the name.
const newUser = (): Promise<SignedIn> => signUpElite(app, product.deps)
async function newAdmin(): Promise<SignedIn> {
  const admin = await newUser()
  await grantAdmin(product.deps, admin.user.username)
  return admin
}
const cookieOf = ({ cookie }: SignedIn) => Promise.resolve({ cookie })
const keyOf = async (owner: SignedIn, scope: 'read' | 'search' | 'write' = 'write') =>
  bearer((await makeApiKey(app, owner, scope)).secret)
async function revokedKeyOf(owner: SignedIn) {
  const { apiKey, secret } = await makeApiKey(app, owner)
  await app.inject({ method: 'DELETE', url: `/api/api-keys/${apiKey.id}`, headers: { cookie: owner.cookie } })
  return bearer(secret)
}
async function disabledKeyOf(owner: SignedIn) {
  const headers = await keyOf(owner)
  await product.deps.db.query('UPDATE user_account SET disabled_at = now() WHERE id = $1', [owner.user.id])
  return headers
}
const noKey = {
  'read key': 'INVALID_API_KEY',
  'search key': 'INVALID_API_KEY',
  'write key': 'INVALID_API_KEY',
} as const
const session = { public: letIn, user: letIn, ...noKey } as const
const key = { public: letIn, user: 'NOT_SIGNED_IN', admin: 'NOT_SIGNED_IN' } as const
const badKey = { ...key, ...noKey } as const
const anyKey = { ...key, 'read key': letIn, 'search key': letIn, 'write key': letIn } as const

const callers: Caller[] = [
  { caller: 'a disabled user by their key', headers: disabledKeyOf, fate: badKey },
  { caller: 'a visitor', headers: () => Promise.resolve({}), fate: badKey },
  { caller: 'the user', headers: cookieOf, fate: { ...session, admin: 'FORBIDDEN' } },
  {
    caller: "another user with the first one's ids",
    headers: async () => cookieOf(await newUser()),
    fate: { ...session, admin: 'FORBIDDEN' },
    isStranger: true,
  },
  {
    caller: "an administrator with a user's ids",
    headers: async () => cookieOf(await newAdmin()),
    fate: { ...session, admin: letIn },
    isStranger: true,
  },
  {
    caller: 'a user whose plan has ended',
    headers: cookieOf,
    fate: { ...session, admin: 'FORBIDDEN' },
    hasPlanEnded: true,
  },
  {
    caller: 'a key that may read',
    headers: owner => keyOf(owner, 'read'),
    fate: { ...key, 'read key': letIn, 'search key': 'KEY_SCOPE_TOO_SMALL', 'write key': 'KEY_SCOPE_TOO_SMALL' },
  },
  {
    caller: 'a key that may search',
    headers: owner => keyOf(owner, 'search'),
    fate: { ...key, 'read key': letIn, 'search key': letIn, 'write key': 'KEY_SCOPE_TOO_SMALL' },
  },
  {
    caller: "a key of another user with the first one's ids",
    headers: async () => keyOf(await newUser()),
    fate: anyKey,
    isStranger: true,
  },
  {
    caller: 'a key of a user whose plan has ended',
    headers: owner => keyOf(owner),
    fate: anyKey,
    hasPlanEnded: true,
  },
  {
    caller: 'a key that was revoked',
    headers: revokedKeyOf,
    fate: badKey,
  },
]

beforeAll(async () => {
  const db = await createTestDatabase('postgres')
  await seedTown(db)
  product = await createPaymentsApp(db)
  ;({ app } = product)
})
afterAll(async () => {
  await product.close()
  await product.deps.db.close()
})

describe.each(callers)('called by $caller', caller => {
  let headersOnce: Promise<Record<string, string>> | undefined

  /** A refused caller changes nothing, so one user makes all the refused calls. */
  const headersOfRefused = () => (headersOnce ??= newUser().then(owner => headersOf(caller, owner)))

  test('each endpoint lets in or refuses as its access says', async () => {
    const answers: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const endpoint of allEndpoints) {
      const shared = await sharedCallOf(endpoint)
      const fate = fateOf(caller, endpoint, shared)
      if (fate === letIn && !isTried(caller, endpoint)) continue
      const call = fate === letIn ? await callOf(endpoint, app, product.deps) : shared
      const headers = await (fate === letIn ? headersOf(caller, call.as ?? (await newUser())) : headersOfRefused())
      const { method, path: url } = endpoint
      const response = await app.inject({
        method,
        url: url.replaceAll(/:\w+/g, '1'),
        ...call.options,
        headers: { ...call.options.headers, ...headers },
        remoteAddress: newAddress(),
      })
      answers[nameOf(endpoint)] = fateIn(refusalOf(response))
      expected[nameOf(endpoint)] = fate
    }
    expect(answers).toEqual(expected)
    expect(Object.keys(answers).length).toBeGreaterThan(Object.keys(caller.fate).length)
  })
})

const samples = new Set(Object.values(Object.groupBy(allEndpoints, ({ access }) => access)).map(([first]) => first))

/**
 * Whether a call that is let in is made: one for each access. every-endpoint.test.ts makes a good call of each
 * endpoint. What a plan that has ended still allows is not the same for all of them.
 */
const isTried = ({ hasPlanEnded = false }: Caller, endpoint: Endpoint): boolean =>
  samples.has(endpoint) || (hasPlanEnded && endpoint.access !== 'public')

const sharedCalls = new Map<Endpoint, ReturnType<typeof callOf>>()

/** The call that all refused callers make. It stays as it is, because none of them changes anything. */
function sharedCallOf(endpoint: Endpoint): ReturnType<typeof callOf> {
  const call = sharedCalls.get(endpoint) ?? callOf(endpoint, app, product.deps)
  sharedCalls.set(endpoint, call)
  return call
}

/** The owner gets credentials while on the Elite plan. Then the plan may end. */
async function headersOf(caller: Caller, owner: SignedIn): Promise<Record<string, string>> {
  await setTier(owner, 'elite')
  const headers = await caller.headers(owner)
  if (caller.hasPlanEnded === true) await setTier(owner, 'free')
  return headers
}

/** Sets the tier even of users with a paid plan, who cannot be granted one. */
const setTier = ({ user }: SignedIn, tier: Tier) =>
  product.deps.db.query(
    `UPDATE user_account SET subscription_tier = $2, plan_source = 'grant', plan_ends_at = NULL WHERE id = $1`,
    [user.id, tier],
  )

const fateIn = (refusal: string): string => (closedDoors.has(refusal) ? refusal : letIn)

function fateOf(
  { fate, isStranger = false, hasPlanEnded = false }: Caller,
  endpoint: Endpoint,
  call: GoodCall,
): string {
  const door = fate[endpoint.access]
  if (door !== letIn || endpoint.access === 'public') return door
  if (hasPlanEnded && endpoint.feature !== undefined) return 'FEATURE_NOT_IN_PLAN'
  return isStranger && endpoint.access !== 'admin' && namesWhatIsOwned(endpoint, call) ? 'NOT_FOUND' : letIn
}

/** A payment of somebody else gets the same answer as one that does not exist: it belongs to no plan of the caller. */
// A load is shared by everyone who searches in its area, and its id cannot be guessed.
// The id of a message to an assistant's tools is only its number.
const answersAlike = new Set(['/api/subscription/confirm', '/api/area-loads/:id', '/api/area-loads/:id/retry', '/mcp'])
const namesWhatIsOwned = ({ path, params }: Endpoint, { options, body }: GoodCall): boolean =>
  (params !== undefined || Object.keys({ ...(options?.query as object), ...body }).some(name => /ids?$/i.test(name))) &&
  !answersAlike.has(path)
