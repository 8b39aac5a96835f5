import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { eventTypes } from './event.rules.ts'

test('the operating guide lists exactly the events that are handled', () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/payments.md'), 'utf8')
  const step = guide.slice(guide.indexOf('3. **Webhook.**'), guide.indexOf('4. **Billing portal.**'))
  const named = [...step.matchAll(/`([a-z_]+(?:\.[a-z_]+)+)`/g)].map(([, name]) => name)
  expect(named).toHaveLength(eventTypes.length)
  expect(new Set(named)).toEqual(new Set(eventTypes))
})

test('all event types fit into one request of the hourly reconciliation, which takes at most twenty', () => {
  expect(eventTypes.length).toBeLessThanOrEqual(20)
})
