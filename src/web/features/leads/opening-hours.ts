const days = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

/**
 * "Mo-Fr 08:00-17:00 (today 08:00-17:00)". Today is the reader's: the time zone of a business is not known, so nothing says
 * whether it is open now. A day that the hours do not name may be unknown.
 */
export function hoursWithToday(hours: string, now: Date): string {
  const today = (now.getDay() + 6) % 7
  const open = hours.split('; ').flatMap(part => {
    const [named = '', range = ''] = part.split(' ')
    const [from = -1, to = from] = named.split('-').map(day => days.indexOf(day))
    return from <= today && today <= to ? range : []
  })
  return open.length === 0 ? hours : `${hours} (today ${open.join(', ')})`
}
