import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { LeadSite } from '#contract/leads/site-facts.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ok, stubApi } from '../../testing/stub-api.ts'
import { makeLead } from './lead.fixture.ts'

test("days on which a website was read are days of the reader's time zone", async () => {
  vi.stubEnv('TZ', 'America/Denver')
  const { LeadSiteFacts } = await import('./lead-site.tsx')
  const site: LeadSite = {
    state: 'failed',
    hasOwnWebsite: true,
    canBeRead: true,
    isDue: false,
    dueAt: '2026-04-22T02:00:00.000Z',
    readAt: '2026-04-15T02:00:00.000Z',
    facts: [],
    check: null,
    left: 9,
  }
  stubApi({ 'GET /api/leads/7/site-facts': ok(site) })
  renderAt('/leads', <LeadSiteFacts lead={makeLead({ id: 7 })} />)
  const words = 'The website could not be read on Apr 14, 2026. You can check it again from Apr 21, 2026.'
  expect((await screen.findByText(words)).isConnected).toBe(true)
})
