import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setDefaultCACertificates } from 'node:tls'
import { readFacts } from '#server/catalog/sites/known-sites.usecases.ts'
import { askForVisits } from '#server/catalog/sites/sites.repository.ts'
import { readSite } from '#server/catalog/sites/sites.usecases.ts'
import { MovableClock, DAY_MS, systemClock } from '#server/platform/basics/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Db } from '#server/platform/database/db.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { testDeps } from '#tests/support/imports.ts'
import type { BenchmarkOptions } from './support/options.ts'
import { gone, openTunnels, type Site, working } from './support/site-weather.ts'
import { onEachDatabase } from './support/targets.ts'

const AT_ONCE = 20

/**
 * Websites that work, or are ill for a day, and those that are gone, each visited twice with a day between: which of them
 * are said not to work after the first visit, and after the second one.
 */
export async function run({ databases }: BenchmarkOptions): Promise<void> {
  await onEachDatabase(databases, async ({ db, name }) => {
    await migrate(db)
    console.log(`\n${name}`)
    await visitAll(db)
  })
}

async function visitAll(db: Db): Promise<void> {
  const sites = [...working, ...gone]
  const byHost = new Map(sites.map(site => [site.domain, site]))
  const clock = new MovableClock(systemClock)
  let day = 0
  const answer = (host: string) => byHost.get(host.replace(/^www\./, '').replace(/:.*/, ''))
  const proxy = createServer((request, response) => {
    const url = URL.parse(request.url ?? '') ?? new URL(request.url ?? '/', `https://${request.headers.host}`)
    answer(url.host)?.weather({ request, response, url, day, page: answer(url.host)?.page ?? '' })
  })
  const { authority, close } = await openTunnels(proxy, sites)
  setDefaultCACertificates([authority])
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const SITES_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const through = { ...testDeps(db), db, clock, config: readConfig({ NODE_ENV: 'test', SITES_PROXY }) }
  const alone = { ...through, config: readConfig({ NODE_ENV: 'test' }) }
  const said: Map<Site, string[]>[] = []
  for (day = 1; day <= 2; day++) {
    clock.setOffset((day - 1) * (DAY_MS + 60_000))
    await db.query('UPDATE site_visit SET next_at = NULL')
    await askForVisits(
      db,
      sites.map(({ domain, scheme }) => ({ domain, website: `${scheme}://${domain}/`, names: ['Flatirons Plumbing'] })),
      clock.now(),
    )
    const waiting = sites.values()
    const worker = async () => {
      for (const { domain, names } of waiting)
        await readSite(names === undefined ? through : alone, domain, {
          pauseMs: 0,
          timeoutMs: 400,
          ...(names && { domainNames: names }),
        })
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    said.push(new Map(await Promise.all(sites.map(async site => [site, await saysOf(db, site)] as const))))
  }
  proxy.closeAllConnections()
  proxy.close()
  close()
  print('Works, or is ill for a day', working, said)
  print('Gone', gone, said)
}

/** What the product says of a website that does not work. */
async function saysOf(db: Db, { domain }: Site): Promise<string[]> {
  const known = await readFacts({ db, clock: systemClock }, domain)
  const works = known?.check?.flags.find(({ flag }) => flag === 'works')
  return [
    ...(known?.state === 'closed' ? ['closed'] : []),
    ...(works?.verdict === 'no' ? [works.evidence] : []),
    ...(known?.facts.flatMap(({ kind, value }) => (kind === 'gone' ? value : [])) ?? []),
  ]
}

function print(title: string, sites: readonly Site[], said: readonly Map<Site, string[]>[]): void {
  const count = (of: readonly Site[], day: number) => of.filter(site => (said[day]?.get(site)?.length ?? 0) > 0).length
  console.log(
    `\n${title}: ${sites.length} sites, said not to work after one visit ${count(sites, 0)}, after two ${count(sites, 1)}`,
  )
  for (const [name, of] of Map.groupBy(sites, one => one.name)) {
    const words = new Set(of.flatMap(site => said[1]?.get(site) ?? []))
    console.log(`  ${name.padEnd(44)} ${of.length}: ${count(of, 0)}, ${count(of, 1)}  ${[...words].join(', ')}`)
  }
}
