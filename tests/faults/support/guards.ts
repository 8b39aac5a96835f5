import type { Guard } from './product.ts'

const usage = 'src/server/money/usage/usage.repository.ts'
const postgres = 'src/server/platform/database/postgres.ts'

/** Guards of several experiments. */
export const guards = {
  transaction: {
    file: 'src/server/platform/database/transaction.ts',
    guard: `session.query('BEGIN')`,
    without: `session.query('SELECT 1')`,
  },
  balanceLock: { file: usage, guard: 'FOR UPDATE OF quota_balance', without: '' },
  conditionalSpending: { file: usage, guard: 'AND q.balance >= w.amount', without: '' },
  monthBeginsOnce: {
    file: 'src/server/money/usage/usage.usecases.ts',
    guard: 'balance.periodStart < periodStart',
    without: 'balance.periodStart.getTime() !== periodStart.getTime()',
  },
  waitingAtStop: {
    file: 'src/server/entry/main.ts',
    guard: 'Promise.all([app.close(), running',
    without: 'Promise.all([running',
  },
  deafToCutConnections: [
    { file: postgres, guard: `pool.on('error', () => {})`, without: '' },
    { file: postgres, guard: `pool.on('connect', client => client.on('error', () => {}))`, without: '' },
  ],
} as const satisfies Record<string, Guard | readonly Guard[]>
