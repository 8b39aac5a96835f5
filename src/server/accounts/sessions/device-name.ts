import { parse } from 'bowser'

const LONGEST = 300

/** A name such as "Firefox on Linux", from the User-Agent header. */
export function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return 'Unknown device'
  const { browser, os } = parse(userAgent.slice(0, LONGEST))
  const names = [browser.name, os.name].filter(name => name !== undefined && name !== '')
  return names.length === 0 ? 'Unknown device' : names.join(' on ')
}
