import { expect, test } from 'vitest'
import {
  type Existence,
  existenceLine,
  hashedScoreLines,
  limitLine,
  readScoreLines,
  scoreLimits,
  type ScoreLimit,
  scoreLine,
  shownScoreLine,
  writeScoreLines,
} from './score-lines.ts'

const existences: [Existence, string][] = [
  [{ confidencePercent: 95, sourceCount: 1, hasSecondSource: false }, 'confidence 95 %, one source'],
  [{ confidencePercent: null, sourceCount: 3, hasSecondSource: false }, 'confidence unknown, 3 sources'],
  [{ confidencePercent: 60, sourceCount: 1, hasSecondSource: true }, 'confidence 60 %, a second source'],
]
const limits = Object.keys(scoreLimits) as ScoreLimit[]
const lines = [
  scoreLine({ code: 'phone', earned: 16, possible: 20, detail: 'toll-free number' }),
  scoreLine({ code: 'rating', earned: 9, possible: 10, detail: '4.5 of 5 from 12 reviews' }),
  ...existences.map(([existence]) => existenceLine(existence, 12, 20)),
  ...limits.map(limitLine),
]

test('lines are read as they were stored', () => {
  expect(readScoreLines(writeScoreLines(lines))).toEqual(lines)
  expect(readScoreLines('')).toEqual([])
})

test('limits and existence are stored as data', () => {
  expect(writeScoreLines(lines.slice(2))).toBe(
    [
      'existence:95,1 12/20 ',
      'existence:,3 12/20 ',
      'existence:60,1+ 12/20 ',
      'limit:temporarily-closed 0/0 ',
      'limit:no-contact 0/0 ',
      'limit:possible-duplicate 0/0 ',
    ].join('\n'),
  )
})

test('lines stored as sentences are read as the same data', () => {
  const sentences = [
    'phone 16/20 toll-free number',
    'rating 9/10 4.5 of 5 from 12 reviews',
    ...existences.map(([, sentence]) => `existence 12/20 ${sentence}`),
    'limit 0/0 temporarily closed: 39 at most',
    'limit 0/0 neither phone nor email: 39 at most',
    'limit 0/0 possibly listed twice: 59 at most',
  ].join('\n')
  expect(readScoreLines(sentences)).toEqual(lines)
  expect(hashedScoreLines(lines)).toBe(sentences)
})

test('a limit unknown to this version is shown and has no effect', () => {
  expect(readScoreLines('limit 0/0 in quarantine: 10 at most')).toEqual([
    { code: 'limit', label: 'Limit', earned: 0, possible: 0, detail: 'in quarantine: 10 at most' },
  ])
})

test('a percentage is shown without a space before its sign', () => {
  const existence = { confidencePercent: 95, sourceCount: 1, hasSecondSource: false }
  expect(shownScoreLine(existenceLine(existence, 19, 20))).toEqual({
    code: 'existence',
    label: 'Existence',
    earned: 19,
    possible: 20,
    detail: 'confidence 95%, one source',
  })
})
