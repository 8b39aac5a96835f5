import { resolveArea } from '#server/catalog/pull/pull.usecases.ts'
import { enrichPlaces } from '#server/catalog/sites/enrich-places.usecases.ts'
import { number } from '#server/platform/basics/shown-numbers.ts'
import { type Command, UsageError } from './command.ts'
import { counted, countOf } from './import-lines.ts'

export const placesEnrich: Command = {
  name: 'places enrich',
  usage: '(--near PLACE --miles N | --state XX | --list NAME) [--limit N]',
  summary: 'Read the websites of the businesses of an area or list for emails, profiles, hours, and ratings',
  options: {
    near: { value: 'PLACE', help: 'Town or ZIP code, such as "Boulder, CO"' },
    miles: { value: 'N', help: 'Miles around it, 1 to 200; default: 5' },
    state: { value: 'XX', help: 'State, such as CO' },
    list: { value: 'NAME', help: 'List (or source) of the catalog, such as "csv/customers"' },
    limit: { value: 'N', help: 'Maximum number of websites; default: 500' },
  },
  run: async ({ deps, options: { near, miles = '5', state, list, limit = '500' }, print, progress }) => {
    if ([near, state, list].filter(value => value !== undefined).length !== 1)
      throw new UsageError('Name an area or a list: --near and --miles, --state, or --list.', placesEnrich)
    const { label, which } =
      list === undefined
        ? areaOf(deps, state === undefined ? { near: near ?? '', miles: whole(miles, 'miles', 200) } : { state })
        : { label: list, which: { list } }
    const startedAt = performance.now()
    const { sites, byState, withEmail } = await enrichPlaces(
      deps,
      { which, limit: whole(limit, 'websites', 100_000) },
      ({ done, total }) => progress({ label: 'Reading websites', done, total }),
    )
    print(`${label}: ${countOf(sites, 'website')} ${sites === 1 ? 'was' : 'were'} due`)
    if (sites > 0) print(`  ${counted(byState)}; ${number.format(withEmail)} with an email`)
    print(`Done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`)
  },
}

function areaOf(...asked: Parameters<typeof resolveArea>): { label: string; which: { cells: readonly number[] } } {
  const { label, cells } = resolveArea(...asked)
  return { label, which: { cells } }
}

function whole(text: string, what: string, most: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new UsageError(`"${text}" is not a number of ${what} from 1 to ${number.format(most)}.`, placesEnrich)
  return value
}
