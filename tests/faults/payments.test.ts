import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { plans } from '#contract/plans.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { auditBooks, booksOf } from './support/books.ts'
import { ask, countStatus } from './support/caller.ts'
import { untilAsleep, untilNobodyWorks } from './support/database-work.ts'
import { experiment } from './support/experiment.ts'
import type { HttpHarm } from './support/http-fault.ts'
import type { Customer, Lab } from './support/lab.ts'
import { deliver, eventsOf, newPayer, openPaymentsLab, subscribe, takenFrom } from './support/payments-lab.ts'

const payments = 'src/server/money/provider/payments.ts'
const changePlan = 'src/server/features/billing/change-plan.usecases.ts'
const STARTER_CENTS = plans.starter.pricePerMonthCents
/** For one purchase, including bytes in the system's buffers. */
const MAX_BYTES_TAKEN = 60_000_000

async function standing(lab: Lab, server: ServerProcess, customer: Customer) {
  const { body } = await ask(server, '/api/user', { cookie: customer.cookie })
  return { tier: body.subscriptionTier, pulls: body.remainingContactPulls, faults: await auditBooks(lab.db) }
}
const onStarter = { tier: 'starter', pulls: 500, faults: [] }
const onFree = { tier: 'free', pulls: 50, faults: [] }

/**
 * The provider does this to every request while somebody subscribes. The refusal must come in time, and a later try
 * must buy once.
 */
function expectClearRefusal(
  harm: HttpHarm,
  refusal = { errorType: 'PAYMENTS_UNAVAILABLE', words: 'Nothing was changed' },
) {
  return async (lab: Lab): Promise<void> => {
    const billing = await openPaymentsLab(lab)
    const server = await billing.startServer()
    const customer = await newPayer(server, billing)
    billing.provider.harm(harm)
    const sentBefore = billing.provider.bytesSent()
    expect(await subscribe(server, customer, 'starter')).toMatchObject({
      status: 503,
      retryAfter: expect.any(String),
      body: { errorType: refusal.errorType, message: expect.stringContaining(refusal.words) },
    })
    expect(billing.provider.bytesSent() - sentBefore).toBeLessThan(MAX_BYTES_TAKEN)
    expect((await ask(server, '/api/health', { timeoutMs: 2000 })).status).toBe(200)
    expect(await standing(lab, server, customer)).toEqual(onFree)
    billing.provider.harm('none')
    expect((await subscribe(server, customer, 'starter')).status).toBe(200)
    expect(await standing(lab, server, customer)).toEqual(onStarter)
    expect(await takenFrom(billing.stripe, lab, customer)).toEqual({ cents: STARTER_CENTS, live: 1 })
  }
}

/** Without this check, a network failure counts as an answer of the provider. */
const foreignFailures = {
  file: 'src/server/money/provider/bounded-http-client.ts',
  guard: 'response.getStatusCode() < 400 || hasError(answer)',
  without: 'true',
}
const translation = {
  file: 'src/server/money/provider/stripe-errors.ts',
  guard: `return new Refusal(isRefusedRequest(error) || isUsedKey(error) ? 'INTERNAL' : 'PAYMENTS_UNAVAILABLE')`,
  without: 'return undefined',
}
const patience = { file: payments, guard: '    timeout: TIMEOUT_MS,\n', without: '    timeout: 600_000,\n' }

experiment(
  'the payment provider answers 500: a clear 503, nothing changes, and a later try buys once',
  {
    guards: [foreignFailures],
  },
  expectClearRefusal({ status: 500 }),
)

experiment(
  'the payment provider answers 429: a clear 503, nothing is charged, and a later try buys once',
  {
    guards: [foreignFailures],
  },
  expectClearRefusal({ status: 429 }, { errorType: 'PAYMENTS_BUSY', words: 'Nothing was charged' }),
)

experiment(
  'the payment provider answers garbage: a clear 503, nothing changes, and a later try buys once',
  {
    guards: [translation],
  },
  expectClearRefusal('rubbish'),
)

experiment(
  'the payment provider never answers: the call ends in time, nothing changes, and a later try buys once',
  {
    guards: [patience],
  },
  expectClearRefusal('never'),
)

experiment(
  'the payment provider answers with 200 million bytes: they are not read, nothing changes, and a later try buys once',
  {
    guards: [{ file: 'src/server/money/provider/bounded-http-client.ts', guard: '> MAX_BYTES', without: '> Infinity' }],
  },
  expectClearRefusal('huge'),
)

experiment(
  'the payment provider takes six seconds for each answer: the plan is bought once, and others are served meanwhile',
  {
    guards: [{ file: payments, guard: 'const TIMEOUT_MS = 10_000', without: 'const TIMEOUT_MS = 1_000' }],
  },
  async lab => {
    const billing = await openPaymentsLab(lab)
    const server = await billing.startServer()
    const customer = await newPayer(server, billing)
    billing.provider.harm({ lateMs: 6000 }, { method: 'POST' })
    const buying = subscribe(server, customer, 'starter')
    for (let turn = 0; turn < 10; turn++)
      expect((await ask(server, '/api/user', { cookie: customer.cookie, timeoutMs: 2000 })).status).toBe(200)
    expect((await buying).status).toBe(200)
    expect(await standing(lab, server, customer)).toEqual(onStarter)
    expect(await takenFrom(billing.stripe, lab, customer)).toEqual({ cents: STARTER_CENTS, live: 1 })
  },
)

experiment(
  'the provider charges, but its answer is lost: whoever tries again pays once',
  {
    guards: [
      // Either guard is enough: the provider's state is read again before buying, and a repeated purchase has the same
      // key.
      {
        file: changePlan,
        guard: '(await syncCustomer(deps, lock)) ?? emptyFacts(customerId)',
        without: 'emptyFacts(customerId)',
      },
      { file: changePlan, guard: "const key = ['subscribe'", without: 'const key = [crypto.randomUUID()' },
    ],
  },
  async lab => {
    const billing = await openPaymentsLab(lab)
    const server = await billing.startServer()
    const customer = await newPayer(server, billing)
    await billing.sandbox.controls.setSwitch('webhooks', 'off')
    billing.provider.harm('lost answer', { method: 'POST' })
    const first = await subscribe(server, customer, 'starter')
    billing.provider.harm('none')
    const again = await subscribe(server, customer, 'starter')
    expect({ first: [200, 503].includes(first.status), again: again.status }).toEqual({ first: true, again: 200 })
    expect(await standing(lab, server, customer)).toEqual(onStarter)
    expect(await takenFrom(billing.stripe, lab, customer)).toEqual({ cents: STARTER_CENTS, live: 1 })
  },
)

/** A paid lead package that no server has been told about yet. */
async function paidPackage(lab: Lab) {
  const billing = await openPaymentsLab(lab)
  const server = await billing.startServer()
  const customer = await newPayer(server, billing)
  await billing.sandbox.controls.setSwitch('webhooks', 'off')
  const { body } = await ask(server, '/api/purchase-leads', { body: {}, cookie: customer.cookie })
  const session = /cs_\w+/.exec(String(body.checkoutUrl))?.[0] ?? ''
  await billing.sandbox.controls.payCheckout(session)
  const paid = (await eventsOf(billing.stripe)).find(({ type }) => type === 'checkout.session.completed')
  if (paid === undefined) throw new Error('The checkout was not paid.')
  return { billing, server, customer, paid }
}

experiment(
  'one event arrives a hundred times at once on two processes: the package is credited once',
  {
    guards: [{ file: 'src/server/money/payments/purchase.repository.ts', guard: ' FOR UPDATE', without: '' }],
  },
  async lab => {
    const { billing, server, customer, paid } = await paidPackage(lab)
    const servers = [server, await billing.startServer()]
    // Like the provider, sends an event again if a process is busy.
    const untilTaken = async (turn: number): Promise<number> => {
      const status = await deliver(servers[turn % 2] as ServerProcess, billing, paid)
      return status === 503 ? untilTaken(turn) : status
    }
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, turn) => untilTaken(turn)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await standing(lab, server, customer)).toEqual({ ...onFree, pulls: 350 })
    expect(await takenFrom(billing.stripe, lab, customer)).toEqual({ cents: 1000, live: 0 })
  },
)

experiment(
  'a server is killed during a webhook: the event is sent again, and the package is credited once',
  {
    guards: [
      {
        file: 'src/server/platform/database/transaction.ts',
        guard: `session.query('BEGIN')`,
        without: `session.query('SELECT 1')`,
      },
    ],
  },
  async lab => {
    const { billing, server, customer, paid } = await paidPackage(lab)
    await lab.db.query(`CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(1); RETURN NULL; END $$`)
    await lab.db.query(
      `CREATE TRIGGER slow BEFORE UPDATE ON lead_purchase FOR EACH STATEMENT EXECUTE FUNCTION be_slow()`,
    )
    const cut = deliver(server, billing, paid)
    await untilAsleep(lab.db)
    await server.stop('SIGKILL')
    expect(await cut).toBe(0)
    await untilNobodyWorks(lab.db)
    await lab.db.query('DROP TRIGGER slow ON lead_purchase')
    const next = await billing.startServer()
    // The customer's lock of the dead process lasts half a minute. The provider retries until the event is accepted.
    while ((await deliver(next, billing, paid)) === 503) await pause(1000)
    expect(await standing(lab, next, customer)).toEqual({ ...onFree, pulls: 350 })
  },
)

experiment(
  'twenty clicks on Upgrade at the same time on two processes: one plan is bought and paid once',
  {
    guards: [
      {
        file: 'src/server/money/payments/billing-lock.ts',
        guard: '!(await takeLock(db, lock, LEASE_SECONDS))',
        without: '!(await takeLock(db, lock, LEASE_SECONDS)) && false',
      },
    ],
  },
  async lab => {
    const billing = await openPaymentsLab(lab)
    const servers = [await billing.startServer(), await billing.startServer()]
    // Without the lock, the webhook about the new card could prevent saving the card.
    await billing.sandbox.controls.setSwitch('webhooks', 'off')
    const customer = await newPayer(servers[0] as ServerProcess, billing)
    await billing.sandbox.controls.setSwitch('webhooks', 'normal')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => subscribe(servers[turn % 2] as ServerProcess, customer, 'starter')),
    )
    // Each process lets a few changes of one user wait, and refuses the others immediately.
    expect(countStatus(answers, 200)).toBeGreaterThanOrEqual(2)
    expect(countStatus(answers, 200) + countStatus(answers, 429)).toBe(20)
    expect(await standing(lab, servers[0] as ServerProcess, customer)).toEqual(onStarter)
    expect(await takenFrom(billing.stripe, lab, customer)).toEqual({ cents: STARTER_CENTS, live: 1 })
    expect((await booksOf(lab.db, customer.userId)).pullsLeft).toBe(500)
  },
)
