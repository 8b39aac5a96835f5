import { assert, constantFrom, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import type { SiteFlag } from '#contract/leads/site-check.ts'
import {
  type SiteFlagName,
  siteFlagNames,
  siteGrades,
  siteLineNames,
  siteLines,
  siteVerdicts,
} from '#contract/leads/site-lines.ts'
import { scoreSite } from './site-score.rules.ts'

const flagsOf = (
  verdicts: Partial<Record<SiteFlagName, SiteFlag['verdict']>>,
  others: SiteFlag['verdict'] = 'yes',
): SiteFlag[] =>
  siteFlagNames.map(flag => ({
    flag,
    verdict: verdicts[flag] ?? others,
    evidence: flag === 'freshYear' ? '© 2019' : '',
    pageUrl: 'https://flatirons.com/',
  }))

test('a website with everything has 100 points and an A, with the weights as points', () => {
  const found = scoreSite(flagsOf({}))
  expect(found).toMatchObject({ score: 100, grade: 'A', reasons: [] })
  expect(found?.lines.map(({ of }) => of)).toEqual(Object.values(siteLines).map(({ weight }) => weight))
})

test('the three strongest reasons to call are plain sentences', () => {
  const found = scoreSite(flagsOf({ lang: 'no', freshYear: 'no', viewport: 'no', safeForms: 'no', businessData: 'no' }))
  expect(found).toMatchObject({
    score: 55,
    grade: 'D',
    reasons: [
      'The site has no layout for phones.',
      'A form of the site sends its contents without encryption.',
      'The copyright notice is old: “© 2019”.',
    ],
  })
})

const contact = (verdicts: Parameters<typeof flagsOf>[0]) =>
  scoreSite(flagsOf(verdicts))?.lines.find(({ line }) => line === 'contact')

test('one way to contact is enough, and an unknown one leaves the line out', () => {
  expect(contact({ contactForm: 'no' })).toMatchObject({ verdict: 'yes', points: 10 })
  expect(contact({ contactForm: 'no', callLink: 'no' })).toMatchObject({ verdict: 'no', points: 0, of: 10 })
  expect(contact({ contactForm: 'unknown', callLink: 'no' })).toMatchObject({ verdict: 'unknown', points: 0, of: 0 })
})

test('a website of which nothing is known has no score', () => {
  expect(scoreSite(flagsOf({}, 'unknown'))).toBeNull()
  expect(scoreSite([])).toBeNull()
})

test('a website of which little is known has a score, but no grade, unless it does not work', () => {
  const head = { works: 'yes', viewport: 'yes', https: 'yes', title: 'yes', indexable: 'yes' } as const
  expect(scoreSite(flagsOf(head, 'unknown'))).toMatchObject({ score: 100, grade: null })
  expect(scoreSite(flagsOf({ works: 'no' }, 'unknown'))).toMatchObject({ score: 0, grade: 'F' })
})

test('every score is the sum of its lines, and unknown lines neither add nor take points', () => {
  const verdict = constantFrom(...siteVerdicts)
  const flags = record(Object.fromEntries(siteFlagNames.map(name => [name, verdict])))
  assert(
    property(flags, verdicts => {
      const found = scoreSite(flagsOf(verdicts))
      if (found === null) return
      const known = found.lines.filter(line => line.verdict !== 'unknown')
      expect(found.lines.map(({ line }) => line)).toEqual(siteLineNames)
      expect(found.lines.reduce((sum, { points }) => sum + points, 0)).toBe(found.score)
      expect(known.reduce((sum, { of }) => sum + of, 0)).toBe(100)
      expect(found.lines.filter(line => line.verdict === 'unknown').every(({ of }) => of === 0)).toBe(true)
      expect(found.grade === null || found.score >= siteGrades[found.grade]).toBe(true)
      expect(found.reasons.length).toBe(Math.min(3, known.filter(line => line.verdict === 'no').length))
    }),
  )
})
