import { expect, test } from 'vitest'
import { keyLimit } from './accounts/api-keys.ts'
import { CodeInput } from './accounts/security.ts'
import {
  formerSecretHours,
  leadsPerMessage,
  webhookChangesPerHour,
  webhookFailingDays,
  webhookHistoryDays,
  webhookLimit,
  webhookSendsPerHour,
} from './accounts/webhooks.ts'
import { recentSearches } from './admin/analytics.ts'
import { knownFileBytes } from './leads/known-businesses.ts'
import { knownFileRows } from './leads/known-fields.ts'
import { fairUse, reportDays, reportsPerCall } from './leads/lead-reports.ts'
import { changeLeads, leadsPerCall, noteLimits, NoteInput, undoMinutes } from './leads/lead-work.ts'
import { defaultExportName, exportLeads, leadQuality, leadsPerChange, previewExport } from './leads/leads.ts'
import { scoreBand } from './leads/score-bands.ts'
import { leadsPerCheck } from './leads/site-facts.ts'
import { idempotencyHours, keptAnswers, requestsPerMinute } from './public-api/api-limits.ts'
import * as work from './public-api/api-v1-work.ts'
import { newsDays } from './searches/saved-searches.ts'
import { maxAreas, maxCorners } from './searches/search-areas.ts'
import { confirmationMessage, minRatings, radiusMiles, sortOptions } from './searches/search-options.ts'

test('the search form offers the specified radii, ratings and orders', () => {
  expect(radiusMiles.options).toEqual([1, 5, 10, 15, 20, 25, 30])
  expect(radiusMiles.default).toBe(25)
  expect(minRatings.map(({ value, label }) => [value, label])).toEqual([
    ['0', 'Any rating'],
    ['3', '3+ stars'],
    ['4', '4+ stars'],
    ['4.5', '4.5+ stars'],
    ['5', '5 stars only'],
  ])
  expect(sortOptions.map(({ value, label }) => [value, label])).toEqual([
    ['relevance', 'Relevance'],
    ['rating', 'Highest Rating'],
    ['name', 'Alphabetical A-Z'],
  ])
})

const bandOf = (score: number) => `${scoreBand(score).color} ${scoreBand(score).name}`

test('a score has the name and the color of its band', () => {
  expect([100, 80, 79, 60, 59, 40, 39, 20, 19, 0].map(bandOf)).toEqual([
    'green Excellent Lead',
    'green Excellent Lead',
    'blue Good Lead',
    'blue Good Lead',
    'amber Average Lead',
    'amber Average Lead',
    'orange Below Average Lead',
    'orange Below Average Lead',
    'grey Basic Lead',
    'grey Basic Lead',
  ])
})

test('quality is high from 70, medium from 40, and low below', () => {
  expect([100, 70, 69, 40, 39, 0].map(leadQuality)).toEqual(['high', 'high', 'medium', 'medium', 'low', 'low'])
})

test('the number of recent searches, the export name, and the confirmation text are as specified', () => {
  expect(recentSearches).toBe(5)
  expect(defaultExportName).toBe('leads-export.csv')
  expect(confirmationMessage).toBe('Please confirm you want to proceed with this search.')
})

test('the limits of work on leads, reports, keys, webhooks, own files, and checks of websites are as promised', () => {
  expect([5000, 5001].map(length => NoteInput.safeParse({ body: 'x'.repeat(length) }).success)).toEqual([true, false])
  expect(noteLimits).toEqual({ perLead: 100, perAccount: 20_000 })
  expect({ leadsPerCall, leadsPerChange, undoMinutes }).toEqual({
    leadsPerCall: 5000,
    leadsPerChange: 50_000,
    undoMinutes: 10,
  })
  expect({ reportDays, reportsPerCall, fairUse }).toEqual({
    reportDays: 30,
    reportsPerCall: 100,
    fairUse: { share: 0.05, atLeast: 3 },
  })
  expect({ keyLimit, requestsPerMinute, keptAnswers, idempotencyHours }).toEqual({
    keyLimit: 20,
    requestsPerMinute: 120,
    keptAnswers: { perDay: 50_000, bytesPerCount: 4096 },
    idempotencyHours: 24,
  })
  expect([webhookLimit, webhookSendsPerHour, webhookChangesPerHour]).toEqual([10, 60, 120])
  expect([webhookHistoryDays, webhookFailingDays, formerSecretHours, leadsPerMessage]).toEqual([30, 5, 24, 100])
  expect([maxAreas, maxCorners, newsDays]).toEqual([500, 200, 90])
  expect([knownFileRows, knownFileBytes, leadsPerCheck]).toEqual([50_000, 10_000_000, 100])
})

test.each([
  [changeLeads, leadsPerCall],
  [work.changeLeads, leadsPerCall],
  [exportLeads, leadsPerChange],
  [previewExport, leadsPerChange],
])('as many leads as one call may name fit into its request: $path', ({ bodyLimitBytes = 0 }, count) => {
  const leadIds = Array<number>(count).fill(Number.MAX_SAFE_INTEGER)
  expect(JSON.stringify({ leadIds }).length).toBeLessThan(bodyLimitBytes)
})

test('a code of spaces counts as missing', () => {
  expect(CodeInput.safeParse({ code: '  ' }).error?.issues[0]?.message).toBe('Please enter the code')
})
