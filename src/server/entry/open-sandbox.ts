import { productName } from '#contract/product.ts'
import type { Deps } from '#server/features/deps.ts'
import { ensurePrices } from '#server/money/payments/prices.usecases.ts'
import { connectPayments, type Payments } from '#server/money/provider/payments.ts'
import { type Clock, MovableClock, systemClock } from '#server/platform/basics/clock.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { readSecret } from '#server/platform/database/secret.ts'
import { addressOf } from '#server/platform/mail/links.ts'

// With the embedded database, there is no other process to wait for.
const TICK_MS = { postgres: 1000, embedded: 15_000 }

type SandboxInput = Pick<Deps, 'config' | 'db' | 'log'> & {
  /** The base of the clock that the sandbox moves. */
  clock?: Clock
  /** The server's address; undefined until it is listening. */
  productAddress: () => string | undefined
}

/** Starts simulated payments with all plans for sale. The sandbox's code is only loaded here. */
export async function openSandbox({ config, db, log, clock: base = systemClock, productAddress }: SandboxInput) {
  await migrate(db)
  const { startSandbox } = await import('#sandbox/start-sandbox.ts')
  const clock = new MovableClock(base)
  const sandbox = await startSandbox({
    db,
    log,
    clock,
    secret: await readSecret(db, 'payments sandbox'),
    productName,
    port: config.SANDBOX_PORT ?? (config.PORT === 0 ? 0 : (config.PORT + 1) % 65_536),
    tickMs: TICK_MS[db.kind],
    webhookUrl: () => {
      const address = productAddress()
      return address && `${address}/api/stripe/webhook`
    },
    // A free port is known once the server is listening.
    productUrl: () => (config.PORT === 0 ? productAddress() : addressOf(config)),
  })
  const payments: Payments = connectPayments({ ...sandbox, mode: 'sandbox' })
  if (payments.stripe !== null) await ensurePrices(payments.stripe)
  return { payments, sandbox, clock }
}
