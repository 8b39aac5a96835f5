import type { Deps } from '#server/features/deps.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { Clock } from '#server/platform/basics/clock.ts'
import { connectPayments, type Payments } from '#server/money/provider/payments.ts'
import { ensurePrices } from '#server/money/payments/prices.usecases.ts'

type SandboxInput = Pick<Deps, 'config' | 'db' | 'log'> & {
  /** The clock that the sandbox moves; unset: the system's. */
  clock?: Clock
  /** Where the product listens; undefined until it does. */
  productAddress: () => string | undefined
}

/** Starts pretended payments, ready to sell every plan. Nothing of the sandbox is read from the disk before. */
export async function openSandbox({ config, db, log, clock, productAddress }: SandboxInput) {
  await migrate(db)
  const { startSandbox } = await import('#server/payments/sandbox/start-sandbox.ts')
  const sandbox = await startSandbox({
    db,
    log,
    clock,
    port: config.SANDBOX_PORT ?? (config.PORT === 0 ? 0 : config.PORT + 1),
    webhookUrl: () => atProduct(productAddress(), '/api/stripe/webhook'),
    productUrl: () => config.PUBLIC_URL ?? productAddress(),
  })
  const payments: Payments = connectPayments({ ...sandbox, mode: 'sandbox' })
  if (payments.stripe !== null) await ensurePrices(payments.stripe)
  return { payments, sandbox }
}

const atProduct = (address: string | undefined, path: string): string | undefined =>
  address === undefined ? undefined : `${address}${path}`
