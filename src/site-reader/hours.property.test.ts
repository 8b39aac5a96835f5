import { array, boolean, constantFrom, assert as forAll, integer, property, record, subarray } from 'fast-check'
import { expect, test } from 'vitest'
import { hoursInText } from './hours-text.ts'
import { days, type Week, writeWeek } from './hours-week.ts'
import { readPage } from './read-page.ts'
import { decideFacts } from './site-facts.ts'

const RUNS = 200

type Range = readonly [from: number, to: number]
const clock = (half: number): string =>
  `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`
const written = ([from, to]: Range): string => `${clock(from)}-${clock(to)}`

/** The opening hours of one day, in half hours since midnight: one range, or two with a pause between them. */
const anyRanges = record({
  opens: integer({ min: 12, max: 22 }),
  closes: integer({ min: 32, max: 44 }),
  pause: constantFrom(null, 24, 26),
}).map(({ opens, closes, pause }): Range[] =>
  pause === null
    ? [[opens, closes]]
    : [
        [opens, pause],
        [pause + 2, closes],
      ],
)

/** A week from Monday on, as groups of consecutive days. All days of a group have the same hours or are closed. */
const anyGroups = record({
  ends: subarray([1, 2, 3, 4, 5, 6]),
  hours: array(anyRanges, { minLength: 7, maxLength: 7 }),
  closed: array(boolean(), { minLength: 7, maxLength: 7 }),
}).map(({ ends, hours, closed }) =>
  [...ends, 7].map((end, index) => ({
    days: days.slice(ends[index - 1] ?? 0, end),
    ranges: index > 0 && closed[index] === true ? [] : (hours[index] ?? []),
  })),
)
type Group = { days: readonly (typeof days)[number][]; ranges: readonly Range[] }

const full = {
  Mo: 'Monday',
  Tu: 'Tuesday',
  We: 'Wednesday',
  Th: 'Thursday',
  Fr: 'Friday',
  Sa: 'Saturday',
  Su: 'Sunday',
}
const short = { Mo: 'Mon', Tu: 'Tues', We: 'Wed', Th: 'Thurs', Fr: 'Fri', Sa: 'Sat', Su: 'Sun' }
const dotted = { Mo: 'Mon.', Tu: 'Tue.', We: 'Wed.', Th: 'Thur.', Fr: 'Fri.', Sa: 'Sat.', Su: 'Sun.' }
const upper = { Mo: 'MON', Tu: 'TUE', We: 'WED', Th: 'THU', Fr: 'FRI', Sa: 'SAT', Su: 'SUN' }

const inHalves = (half: number, am: string, pm: string, minutes: 'always' | 'if needed'): string => {
  const hour = Math.floor(half / 2)
  const minute = half % 2 === 0 ? (minutes === 'always' ? ':00' : '') : ':30'
  return `${((hour + 11) % 12) + 1}${minute}${hour < 12 ? am : pm}`
}
const clocks = [
  (half: number) => inHalves(half, ' AM', ' PM', 'always'),
  (half: number) => inHalves(half, 'am', 'pm', 'if needed'),
  (half: number) => inHalves(half, ' a.m.', ' p.m.', 'if needed'),
  (half: number) => inHalves(half, 'a', 'p', 'if needed'),
  (half: number) => clock(half),
]

const anyStyle = record({
  names: constantFrom(full, short, dotted, upper),
  isList: boolean(),
  toDay: constantFrom(' - ', '-', ' \u2013 ', ' to ', ' through ', ' thru '),
  toTime: constantFrom(' - ', '-', '\u2013', ' to ', ' \u2014 ', ' until '),
  clock: constantFrom(...clocks),
  behindDays: constantFrom(': ', ' ', '\n', ' | ', ', ', ' \u2022 ', ' from ', ':\n', ' .... '),
  pause: constantFrom(', ', ' & ', ' and ', ' / ', '; '),
  between: constantFrom('\n', ', ', ' | ', '; ', ' '),
  closed: constantFrom('Closed', 'CLOSED', 'closed'),
  zone: constantFrom('', '', ' EST', ' (Pacific Time)'),
})
type Style = typeof anyStyle extends import('fast-check').Arbitrary<infer T> ? T : never

/** The written days of each group, with its written times or "closed". */
function rowsOf(groups: readonly Group[], style: Style): [named: string, times: string][] {
  const daysOf = (named: Group['days']): string => {
    const all = named.map(day => style.names[day])
    if (all.length === 1) return all[0] ?? ''
    return style.isList ? `${all.slice(0, -1).join(', ')} & ${all.at(-1)}` : `${all[0]}${style.toDay}${all.at(-1)}`
  }
  const timesOf = (ranges: readonly Range[]): string =>
    ranges.length === 0
      ? style.closed
      : ranges.map(([from, to]) => `${style.clock(from)}${style.toTime}${style.clock(to)}`).join(style.pause) +
        style.zone
  return groups.map(group => [daysOf(group.days), timesOf(group.ranges)])
}

function weekOfGroups(groups: readonly Group[]): Week {
  const week: Week = {}
  for (const group of groups) for (const day of group.days) week[day] = group.ranges.map(written)
  return week
}

const heads = constantFrom('Hours\n', 'Hours: ', 'Store Hours\n', 'We are open ')

test('hours in text are the same however they are written', () => {
  forAll(
    property(anyGroups, anyStyle, heads, (groups, style, head) => {
      const between = style.behindDays.includes('\n') ? '\n' : style.between
      const lines = rowsOf(groups, style).map(row => row.join(style.behindDays))
      const { weeks, areDoubtful } = hoursInText(`${head}${lines.join(between)}\nCall us\n`)
      expect({ weeks: weeks.map(writeWeek), areDoubtful }).toEqual({
        weeks: [writeWeek(weekOfGroups(groups))],
        areDoubtful: false,
      })
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})

const layouts: readonly ((rows: [string, string][]) => string)[] = [
  rows => rows.map(([named, times]) => `<p>${named}: ${times}</p>`).join('\n'),
  rows => `<p>${rows.map(row => row.join(' ')).join('<br>\n')}</p>`,
  rows => `<table>${rows.map(([named, times]) => `<tr><th>${named}</th><td>${times}</td></tr>`).join('')}</table>`,
  rows => `<dl>${rows.map(([named, times]) => `<dt>${named}</dt>\n<dd>${times}</dd>`).join('')}</dl>`,
  rows =>
    `<ul>${rows.map(([named, times]) => `<li><span>${named}</span>\n  <span>${times}</span></li>`).join('')}</ul>`,
  rows => `<p>${rows.map(([named, times]) => `<b>${named}</b>${times}`).join('</p><p>')}</p>`,
  rows => rows.map(([named, times]) => `<div>${times}</div><div>${named}</div>`).join(''),
]

test('hours on a page are the same in each layout', () => {
  forAll(
    property(anyGroups, anyStyle, constantFrom(...layouts), (groups, style, layout) => {
      const html = `<h3>Opening Hours</h3>${layout(rowsOf(groups, style))}<p>Call us</p>`
      const facts = decideFacts([readPage(html, 'https://flatirons-plumbing.com/')], {
        domain: 'flatirons-plumbing.com',
        names: ['Flatirons Plumbing'],
      })
      expect(facts.flatMap(({ kind, value }) => (kind === 'hours' ? value : []))).toEqual([
        writeWeek(weekOfGroups(groups)),
      ])
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
})
