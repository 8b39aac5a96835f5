import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/accounts/account.ts'
import { allFeatures, plans, UNLIMITED } from '#contract/plans.ts'
import type { SearchResult } from '#contract/searches/searches.ts'
import { readAccount } from '#server/accounts/identity/account.usecases.ts'
import { lockQuota, payFor } from '#server/money/usage/usage.usecases.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { createPaymentsApp, Customer, type PaymentsApp } from '#tests/support/payments-app.ts'
import { seededSearch, seedTown } from '#tests/support/seed-town.ts'
import { runCommand } from './run-command.ts'

describeOnPostgres('the enterprise plan', open => {
  let product: PaymentsApp
  let ann: Customer
  beforeAll(async () => {
    const db = await open()
    await seedTown(db)
    product = await createPaymentsApp(db)
    ann = await Customer.signUp(product)
  })
  afterAll(() => product.close())

  const grant = async (...words: string[]) => {
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const exitCode = await runCommand({
      argv: ['plan', 'grant', ann.signedIn.user.username, ...words],
      cwd: '/',
      deps: product.deps,
      migrated: [],
      voice: { print, progress: () => {}, complain: print },
    })
    return { exitCode, said: lines[0] }
  }

  const untilTime = async (time: string) => {
    product.clock.advance({ minutes: (Date.parse(time) - product.clock.now().getTime()) / 60_000 })
    await ann.signIn()
  }

  test('is granted with its number of contact pulls, and no other plan is', async () => {
    expect(await grant('enterprise')).toEqual({
      exitCode: 1,
      said: 'Say how many contact pulls a month the Enterprise plan has (--pulls).',
    })
    expect(await grant('enterprise', '--pulls', '0')).toMatchObject({ exitCode: 2 })
    expect(await grant('elite', '--pulls', '9000')).toEqual({
      exitCode: 1,
      said: 'The Elite plan always has 7000 contact pulls a month.',
    })
    const { username } = ann.signedIn.user
    expect(await grant('enterprise', '--pulls', '20000')).toEqual({
      exitCode: 0,
      said: `${username} is now on the enterprise plan with 20000 contact pulls a month.`,
    })
  })

  test('has unlimited searches, its own contact pulls, and every feature', async () => {
    const entitled: Partial<User> = {
      subscriptionTier: 'enterprise',
      subscriptionStatus: 'active',
      isPlanGranted: true,
      remainingSearches: UNLIMITED,
      searchQuota: UNLIMITED,
      remainingContactPulls: 20_000,
      contactPullQuota: 20_000,
    }
    expect(await ann.user()).toMatchObject(entitled)
    expect(plans.enterprise.gates).toEqual(allFeatures)
    const { status, body } = await ann.post<SearchResult>('/api/search', { ...seededSearch, hasWebsite: true })
    expect({ status, leads: body.leads.length }).toEqual({ status: 200, leads: 20 })
    expect(await ann.user()).toMatchObject({ remainingSearches: UNLIMITED, remainingContactPulls: 19_980 })
  })

  test('renews its contact pulls every month', async () => {
    await ann.use({ pulls: 5000, searches: 1 })
    product.clock.advance({ days: 32 })
    await ann.signIn()
    expect(await ann.user()).toMatchObject({ remainingContactPulls: 20_000, remainingSearches: UNLIMITED })
    // The first use in a month writes the renewal.
    const account = await readAccount(product.deps, ann.signedIn.user.id)
    if (account === undefined) throw new Error('no account')
    const now = product.deps.clock.now()
    await product.deps.db.transaction(async tx => {
      const [held] = await lockQuota(tx, { account, now }, () => Promise.resolve())
      await payFor(tx, { account, cost: { pulls: 1, searches: 1 }, held, searchId: 0, now })
    })
    expect(await ann.user()).toMatchObject({ remainingContactPulls: 19_999 })
  })

  test('cannot be bought, and covers every plan that can', async () => {
    await ann.addCard()
    expect(await ann.choose('enterprise')).toMatchObject({ status: 400 })
    expect(await ann.get('/api/subscription/preview?tier=enterprise')).toMatchObject({ status: 400 })
    expect(await ann.choose('elite')).toMatchObject({ status: 409, body: { errorType: 'NO_SUBSCRIPTION' } })
    expect((await ann.get('/api/subscription')).body).toMatchObject({
      tier: 'enterprise',
      isGranted: true,
      pricePerMonthCents: 0,
    })
  })

  test('can be replaced by a plan with a fixed quota', async () => {
    expect(await grant('starter')).toMatchObject({ exitCode: 0 })
    expect(await ann.user()).toMatchObject({
      subscriptionTier: 'starter',
      remainingSearches: 50,
      remainingContactPulls: 500,
    })
  })

  test('lasts to the end of its last day, and then becomes the free plan', async () => {
    expect(await grant('enterprise', '--pulls', '300', '--until', '2026-06-01')).toMatchObject({ exitCode: 0 })
    expect(await ann.user()).toMatchObject({
      remainingContactPulls: 300,
      renewsAt: '2026-05-02T12:00:00.000Z',
      isEnding: false,
    })
    await untilTime('2026-05-20T12:00:00Z')
    expect(await ann.user()).toMatchObject({ renewsAt: '2026-06-02T00:00:00.000Z', isEnding: true })
    await untilTime('2026-06-01T23:59:00Z')
    expect(await ann.user()).toMatchObject({ subscriptionTier: 'enterprise' })
    await untilTime('2026-06-02T00:00:00Z')
    expect(await ann.user()).toMatchObject({
      subscriptionTier: 'free',
      remainingSearches: 5,
      remainingContactPulls: 50,
      contactPullQuota: 50,
      isEnding: false,
    })
  })
})
