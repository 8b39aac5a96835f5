const format = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
})

/**
 * "December 3, 2026 at 2:00 AM UTC". A mail does not know where it is read, so it names a moment with its zone: of a day
 * alone, a reader in America would have less than it says.
 */
export const momentOf = (moment: string): string =>
  // Some mail programs show the narrow space before AM as a box.
  format.format(new Date(moment)).replaceAll('\u202F', ' ')
