import type { ReactNode } from 'react'
import { TextLink } from '../../shared/ui/links.tsx'

const apache = { name: 'Apache-2.0', href: 'https://www.apache.org/licenses/LICENSE-2.0' }
const credits: { name: string; license: { name: string; href: string }; text: ReactNode }[] = [
  {
    name: 'Overture Maps',
    license: { name: 'CDLA-Permissive-2.0', href: 'https://cdla.dev/permissive-2-0/' },
    text: (
      <>
        Our main source. © Overture Maps Foundation,{' '}
        <TextLink href="https://overturemaps.org">overturemaps.org</TextLink>, and the sources that each place names,
        among them Meta and Microsoft.
      </>
    ),
  },
  {
    name: 'Foursquare Open Source Places',
    license: apache,
    text: (
      <>
        Included in Overture’s releases. © Foursquare Labs, Inc.,{' '}
        <TextLink href="https://opensource.foursquare.com/os-places/">Foursquare OS Places</TextLink>.
      </>
    ),
  },
  {
    name: 'AllThePlaces',
    license: { name: 'CC0-1.0', href: 'https://creativecommons.org/publicdomain/zero/1.0/' },
    text: (
      <>
        Included in Overture’s releases. The <TextLink href="https://www.alltheplaces.xyz">AllThePlaces</TextLink>{' '}
        project collects the store finders of chains.
      </>
    ),
  },
  {
    name: 'OpenStreetMap',
    license: { name: 'ODbL-1.0', href: 'https://opendatacommons.org/licenses/odbl/1-0/' },
    text: (
      <>
        Used only where a lead names it as its source. Its facts are not mixed with those of other sources.{' '}
        <TextLink href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors</TextLink>.
      </>
    ),
  },
  {
    name: 'GeoNames',
    license: { name: 'CC-BY-4.0', href: 'https://creativecommons.org/licenses/by/4.0/' },
    text: (
      <>
        Locates towns and ZIP codes; no leads come from it. ©{' '}
        <TextLink href="https://www.geonames.org">GeoNames</TextLink>, selected and put into one table.
      </>
    ),
  },
  {
    name: 'Zillow Neighborhood Boundaries',
    license: { name: 'CC-BY-SA-3.0', href: 'https://creativecommons.org/licenses/by-sa/3.0/' },
    text: (
      <>
        Locates neighborhoods; no leads come from it. © <TextLink href="https://www.zillow.com">Zillow</TextLink>, with
        the help of municipalities; names corrected, and each area turned into a point.
      </>
    ),
  },
]

export const DataSources = () => (
  <section id="sources" aria-labelledby="sources-title" className="mt-16">
    <h2 id="sources-title" className="text-2xl font-semibold tracking-tight">
      Where the data comes from
    </h2>
    <div className="mt-4 flex max-w-2xl flex-col gap-4 text-pretty text-ink-2">
      <p>
        Most of it comes from open data that you may keep, export, and share, also after your plan ends. Other facts,
        such as email addresses, come from the businesses’ own websites. Every lead and every exported row names its
        sources and licenses. Credit them where you publish the data.
      </p>
      <p>
        Open data has almost no ratings. A lead shows one only if its source or the business’s own website gives one.
        Leads marked “Sample data” are fictional, for areas where no real data is loaded yet.
      </p>
    </div>
    <dl className="mt-8 border-t border-line">
      {credits.map(({ name, license, text }) => (
        <div key={name} className="grid gap-x-8 gap-y-1 border-b border-line py-5 md:grid-cols-[16rem_11rem_1fr]">
          <dt className="font-medium">{name}</dt>
          <dd className="text-sm md:pt-0.5">
            <TextLink href={license.href}>{license.name}</TextLink>
          </dd>
          <dd className="text-pretty text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  </section>
)
