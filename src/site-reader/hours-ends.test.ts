import { describe, expect, test } from 'vitest'
import { hoursInText } from './hours-text.rules.ts'
import { writeWeek } from './week.rules.ts'

const inText = (text: string) => {
  const { weeks, areDoubtful } = hoursInText(text)
  return areDoubtful ? 'doubtful' : weeks.map(writeWeek).join(' / ')
}
const lateThursday = 'Mo-We 10:00-18:00; Th 10:00-20:00; Fr-Sa 10:00-18:00'

describe('a day may have another end', () => {
  test.each([
    'Open Monday through Saturday, 10:00 a.m. to 6:00 p.m.\nThursday open until 8:00 p.m.',
    'Hours\nMon-Sat 10am-6pm, Thursday until 8',
    'Hours\nMon-Sat 10am-6pm (Thursday until 8pm)',
    'Hours\nMon-Sat 10am-6pm\nThursdays till 8pm',
    "Hours\nMon-Sat 10am-6pm\nThursdays 'til 8",
    'Hours\nMon-Sat 10am-6pm. Open late Thursday until 8pm',
    'Hours\nMon-Sat 10am-6pm, until 8pm on Thursdays',
    'We are open Monday to Saturday 10 to 6, and until 8 on Thursdays.',
    'Hours\nMon - Sat: 10:00 - 18:00\nThu until 20:00',
    'Hours\nMon-Sat 10am-6pm (close at 8pm Thursday)',
    'Hours\nMon-Sat 10am-6pm, Thursdays we close at 8pm',
    'Hours\nMon-Sat 10:00am-6:00pm, closes at 8pm on Thursdays',
  ])('%s', text => expect(inText(text)).toBe(lateThursday))

  test.each([
    [
      'two days',
      'Hours\nMon-Sat 10am-6pm\nOpen until 8 on Thursday and Friday',
      'Mo-We 10:00-18:00; Th-Fr 10:00-20:00; Sa 10:00-18:00',
    ],
    [
      'a short day',
      'Hours\nMon-Fri 8:30am-5pm; Wednesday until noon',
      'Mo-Tu 08:30-17:00; We 08:30-12:00; Th-Fr 08:30-17:00',
    ],
    ['a night', 'Hours\nDaily 4pm-11pm, Friday until midnight', 'Mo-Th 16:00-23:00; Fr 16:00-00:00; Sa-Su 16:00-23:00'],
  ])('%s', (_, text, hours) => expect(inText(text)).toBe(hours))

  test.each([
    ['before it starts', 'Hours\nMon-Fri 9am-5pm\nThursday until 8am'],
    ['without a start', 'Hours\nMon-Fri 9am-5pm\nSaturday until 1pm'],
    ['of a day in each month', 'Hours\nMon-Fri 9am-5pm\nFirst Thursday until 8pm'],
    ['of every other week', 'Hours\nMon-Fri 9am-5pm, every other Thursday until 8pm'],
    ['of a day with a pause', 'Hours\nMon-Fri 9am-12pm and 1pm-5pm\nThursday until 7pm'],
  ])('but not one %s', (_, text) => expect(inText(text)).toBe('doubtful'))
})

test.each([
  ['a bar', 'Hours\nTue-Sat 10am-5pm\nBar open until 11 on Fridays'],
  ['a kitchen', 'Hours\nTue-Sat 10am-5pm\nKitchen closes at 4'],
  ['a single holiday', 'Hours\nTue-Sat 10am-5pm\nWe close at 3pm on Friday, July 3'],
  ['a happy hour', 'Hours\nTue-Sat 10am-5pm\nHappy hour until 7 on Thursday'],
])('the end of %s is not that of the business', (_, text) => expect(inText(text)).toBe('Tu-Sa 10:00-17:00'))
