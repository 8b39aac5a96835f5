import { expect, test } from 'vitest'
import {
  type Existence,
  existenceLine,
  limitLine,
  readScoreLines,
  scoreLimits,
  type ScoreLimit,
  scoreLine,
  shownScoreLine,
  writeScoreLines,
} from './score-lines.ts'

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
  const [likely] = existences.map(existence => shownScoreLine(existenceLine(existence, 29, 30)))
  const details = existences.map(existence => shownScoreLine(existenceLine(existence, 29, 30)).detail)
  expect(likely).toEqual({
    code: 'existence',
    label: 'Existence',
    earned: 29,
    possible: 30,
    detail: 'about 97% likely to be open, one source',
  })
  expect(details.slice(1)).toEqual(['confidence unknown, 3 sources', 'about 81% likely to be open, a second source'])
})
