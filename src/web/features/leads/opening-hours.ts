import type { Lead } from '#contract/leads/leads.ts'

const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/** "Open now · Mo-Fr 08:00-17:00", by the clock at the business. Only the hours if they do not name the day. */
export function hoursNow({ hours, timeZone }: Pick<Lead, 'hours' | 'timeZone'>, now: Date): string {
  if (hours === null || timeZone === null) return hours ?? ''
  const [weekday = '', time = ''] = clockIn(timeZone).format(now).split(' ')
  const today = days.indexOf(weekday.slice(0, 2))
  const [own, before] = [rangesOf(hours, today), rangesOf(hours, (today + 6) % 7)]
  const isOpen =
    own.some(([from, to]) => from <= time && (time <= to || to < from)) ||
    before.some(([from, to]) => to < from && time <= to)
  return isOpen ? `Open now · ${hours}` : own.length > 0 ? `Closed now · ${hours}` : hours
}

/** "Mon 08:00" */
const clockIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

const rangesOf = (hours: string, day: number): [from: string, to: string][] =>
  hours.split('; ').flatMap(part => {
    const [named = '', range = ''] = part.split(' ')
    const [first = -1, last = first] = named.split('-').map(name => days.indexOf(name))
    const [from = '', to = ''] = range.split('-')
    return first <= day && day <= last ? [[from, to] as [string, string]] : []
  })
