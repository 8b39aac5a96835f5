import { expect, test } from 'vitest'
import type { ScoreLine } from '#contract/leads/leads.ts'
import { sum } from '#server/platform/basics/sums.ts'
import {
  type Existence,
  existenceLine,
  limitLine,
  readScoreLines,
  scoreLimits,
  type ScoreLimit,
  scoreLine,
  shownScoreLines,
  writeScoreLines,
} from './score-lines.ts'
import { qualityOf } from './score.rules.ts'

const existences: Existence[] = [
  { confidencePercent: 95, openPercent: 97, sourceCount: 1, hasSecondSource: false },
  { confidencePercent: null, openPercent: null, sourceCount: 3, hasSecondSource: false },
  { confidencePercent: 60, openPercent: 81, sourceCount: 1, hasSecondSource: true },
]
const limits = Object.keys(scoreLimits) as ScoreLimit[]
const ordinary = [
  scoreLine('phone', 16, 20, 'toll-free number'),
  scoreLine('rating', 9, 10, '4.5 of 5 from 12 reviews'),
]
const lines = [...ordinary, ...existences.map(existence => existenceLine(existence, 12, 30)), ...limits.map(limitLine)]

test('lines are read as they were stored', () => {
  expect(readScoreLines(writeScoreLines(lines))).toEqual(lines)
  expect(readScoreLines('')).toEqual([])
})

test('limits and existence are stored as data', () => {
  expect(writeScoreLines(lines.slice(2))).toBe(
    [
      'existence:95/97,1 12/30 ',
      'existence:,3 12/30 ',
      'existence:60/81,1+ 12/30 ',
      'limit:temporarily-closed 0/0 ',
      'limit:no-contact 0/0 ',
      'limit:possible-duplicate 0/0 ',
      'limit:doubtful 0/0 ',
      'limit:reported-closed 0/0 ',
      'limit:reported-wrong_number 0/0 ',
      'limit:reported-moved 0/0 ',
      'limit:reported-not_a_business 0/0 ',
    ].join('\n'),
  )
})

test('a limit unknown to this version is shown and has no effect', () => {
  expect(readScoreLines('limit 0/0 in quarantine: 10 at most')).toEqual([
    { code: 'limit', label: 'Limit', earned: 0, possible: 0, detail: 'in quarantine: 10 at most' },
  ])
})

test('existence says how likely a place is open', () => {
  expect(existences.map(existence => existenceLine(existence, 29, 30).detail)).toEqual([
    'about 97% likely to be open, one source',
    'confidence unknown, 3 sources',
    'about 81% likely to be open, a second source',
  ])
})

const complete = [
  [20, 20],
  [10, 15],
  [16, 20],
  [22, 35],
].map(([earned = 0, possible = 0]) => scoreLine('phone', earned, possible, ''))

/** A business that has neither a website nor an email. */
const salon = [
  [20, 20],
  [0, 15],
  [0, 15],
  [10, 10],
  [44, 60],
  [10, 10],
  [5, 5],
  [5, 5],
].map(([earned = 0, possible = 0]) => scoreLine('phone', earned, possible, ''))

const isComplete = (line?: ScoreLine) => line?.earned === line?.possible

test.each([
  ['all lines together', complete, 76],
  ['two small lines, both complete', salon, 67],
  ['with a rating, of more than 100 points', [...complete, scoreLine('rating', 7, 10, '')], 75],
  ['half a point', [scoreLine('address', 10, 10, ''), scoreLine('phone', 0, 70, '')], 13],
  ['nothing known', [scoreLine('phone', 0, 20, ''), scoreLine('email', 0, 80, '')], 0],
  ['no lines at all', [], 0],
  ['a limit below the lines', [...complete, limitLine('no-contact')], 39],
  ['a limit above the lines', [scoreLine('phone', 3, 20, ''), limitLine('no-contact')], 15],
  ['two limits', [...complete, limitLine('doubtful'), limitLine('no-contact')], 39],
  ['many fractions', Array.from({ length: 7 }, () => scoreLine('phone', 1, 2, '')), 50],
])('the points of the lines add up to the score: %s', (_, scored, quality) => {
  expect(qualityOf(scored)).toBe(quality)
  const shown = shownScoreLines(scored, quality)
  expect(sum(shown.map(({ earned }) => earned))).toBe(quality)
  expect(shown.filter(({ earned, possible }) => possible > 0 && earned > possible)).toEqual([])
  expect(shown.filter((line, index) => isComplete(scored[index]) && !isComplete(line) && line.possible > 0)).toEqual([])
  expect(sum(shown.map(({ possible }) => possible))).toBe(scored.length === 0 ? 0 : 100)
})
