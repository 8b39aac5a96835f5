// The first format of a process takes 60 ms, which a start does not need.
const formatOf = () =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })

/**
 * "December 3, 2026 at 2:00 AM UTC". Always with time and zone: a bare date would mislead readers in other time zones.
 */
export const momentOf = (moment: string): string =>
  // Some mail programs show the narrow space before AM as a box.
  formatOf().format(new Date(moment)).replaceAll('\u202F', ' ')
