import { expect, test } from 'vitest'
import { placeFlags } from '#server/catalog/place/place-flags.ts'
import { type Correctable, corrected } from './corrections.rules.ts'

const row: Correctable = {
  id: 1,
  scoreLines:
    'phone 20/20 direct number\nwebsite 0/15 no website\nlimit:possible-duplicate 0/0 \ncategory 5/5 specific category',
  quality: 59,
  flags: placeFlags.phone,
  isOffered: true,
  isMerged: false,
}

test('the limits of reported faults come before other limits, and disappear with the faults', () => {
  const reported = corrected(row, [{ fault: 'closed', effect: 'doubted' }])
  expect(reported).toMatchObject({ quality: 39, isOffered: true })
  expect(reported.scoreLines.match(/limit:\S+/g)).toEqual(['limit:reported-closed', 'limit:possible-duplicate'])
  expect(corrected(reported, [])).toEqual(row)
})

test('a score below the limit does not change, and its lines still say what was reported', () => {
  const low = { ...row, scoreLines: 'phone 0/20 no number\nsocial 5/5 has a profile', quality: 20 }
  const reported = corrected(low, [{ fault: 'moved', effect: 'doubted' }])
  expect([reported.quality, reported.scoreLines.includes('limit:reported-moved')]).toEqual([20, true])
  expect(corrected(reported, [])).toEqual(low)
})

test.each([
  ['a merged row', { isMerged: true }],
  ['a suppressed place', { flags: placeFlags.suppressed | placeFlags.reported }],
])('when its correction ends, %s is still not offered', (_, facts) =>
  expect(corrected({ ...row, flags: placeFlags.reported, isOffered: false, ...facts }, []).isOffered).toBe(false),
)
