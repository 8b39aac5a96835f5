import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Last two labels of the website's host; '' for a website without them; null without a website. Serves analytics,
  // which would otherwise take 50,000 documents apart.
  await sql`
    ALTER TABLE lead ADD COLUMN website_domain text GENERATED ALWAYS AS (
      CASE WHEN facts->>'website' <> '' THEN coalesce(
        substring(lower(facts->>'website') FROM
          '^[a-z][a-z0-9+.-]*://(?:[^/?#]*@)?(?:[^/?#:]*[.])?([^./?#:@]+[.][^./?#:@]+)[.]?(?:[:/?#]|$)'),
        '') END) STORED`.execute(db)
}
