import { type Kysely, sql } from 'kysely'

const builders =
  'angelfire.com bigcartel.com bravesites.com business.site doodlekit.com dudaone.com edan.io freewebs.com godaddysites.com homestead.com hostingersite.com hubspotpagebuilder.com jimdo.com jimdofree.com jimdosite.com mailchimpsites.com multiscreensite.com mybigcommerce.com mystrikingly.com negocio.site site123.me squarespace.com storenvy.com strikingly.com substack.com toast.site tripod.com typepad.com ueniweb.com webnode.com webnode.page webs.com weebly.com wordpress.com zyrosite.com'.split(
    ' ',
  )
const platforms =
  'beacons.ai booksy.com g.page genbook.com schedulicity.com squareup.com styleseat.com toasttab.com vagaro.com'.split(
    ' ',
  )

// A customer of a website builder has a domain of its own there, and a page on a platform has none.
const ownDomain = (website: string, domain: string) =>
  sql.raw(`nullif(
    substring(lower(${website}) from '([^/.:@]+\\.' || replace(${domain}, '.', '\\.') || ')(?::[0-9]+)?(?:[/?#]|$)'),
    'www.' || ${domain})`)

export async function up(db: Kysely<unknown>): Promise<void> {
  const known = [...builders, ...platforms]
  await sql`
    UPDATE place SET domain = CASE WHEN domain = ANY (${builders}::text[]) THEN ${ownDomain('website', 'domain')} END
    WHERE domain = ANY (${known}::text[])`.execute(db)
  await sql`
    UPDATE place SET own = jsonb_set(own, '{domain}', coalesce(to_jsonb(
      CASE WHEN own->>'domain' = ANY (${builders}::text[]) THEN ${ownDomain("(own->>'website')", "(own->>'domain')")} END
    ), 'null'::jsonb))
    WHERE own->>'domain' = ANY (${known}::text[])`.execute(db)
}
