import { expect, test } from 'vitest'
import { hoursInText } from './hours-text.rules.ts'
import { writeWeek } from './week.rules.ts'

const inText = (text: string) => {
  const { weeks, areDoubtful } = hoursInText(text)
  return areDoubtful ? 'doubtful' : weeks.map(writeWeek).join(' / ')
}

test.each([
  ['Working hours\n(Mon-Fri) 8am - 8pm / (Sat-Sun) 10am - 6pm', 'Mo-Fr 08:00-20:00; Sa-Su 10:00-18:00'],
  ['Hours\n(Mon-Fri) 8am - 8pm\n(Sat-Sun) 10am - 6pm', 'Mo-Fr 08:00-20:00; Sa-Su 10:00-18:00'],
  ['Hours: (Monday - Friday): 8am - 5pm', 'Mo-Fr 08:00-17:00'],
  [
    'Office hours\n(Mon, Wed & Fri) 9am-5pm, (Tue/Thu) 10am-6pm',
    'Mo 09:00-17:00; Tu 10:00-18:00; We 09:00-17:00; Th 10:00-18:00; Fr 09:00-17:00',
  ],
  ['Hours\n[Mon-Fri] 8am-5pm\n[Sat] 9am-1pm', 'Mo-Fr 08:00-17:00; Sa 09:00-13:00'],
  ['Hours\n(Tuesday - Saturday) 11:00 - 19:00\n(Sunday & Monday) Closed', 'Tu-Sa 11:00-19:00'],
  ['Hours\n(Sat) noon - 5pm', 'Sa 12:00-17:00'],
])('days in brackets in front of their hours are read: %j', (text, hours) => expect(inText(text)).toBe(hours))

test.each([
  // Behind their hours.
  ['Hours\n8am - 8pm (Mon-Fri), 10am - 6pm (Sat-Sun)', 'Mo-Fr 08:00-20:00; Sa-Su 10:00-18:00'],
  ['Hours\nMon-Fri (8am - 8pm), Sat-Sun (10am - 6pm)', 'Mo-Fr 08:00-20:00; Sa-Su 10:00-18:00'],
  // Something else in brackets, or behind them.
  ['Hours\n(Closed Sundays) 9am-5pm', ''],
  ['(Mon-Fri) Happy hour 3pm-6pm', ''],
  ['Emergency service hours\n(Mon-Fri) 8am - 8pm', ''],
  ['(Summer: Mon-Fri) 8am - 8pm', ''],
])('but other brackets mean what they meant before: %j', (text, hours) => expect(inText(text)).toBe(hours))
