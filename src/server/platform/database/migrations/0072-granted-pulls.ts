import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Contact pulls a month that an operator granted with a plan; null: the plan's own quota.
  await sql`ALTER TABLE user_account ADD COLUMN granted_pulls integer CHECK (granted_pulls > 0)`.execute(db)
  await sql`ALTER TABLE plan_grant ADD COLUMN pulls integer CHECK (pulls > 0)`.execute(db)
  // The program alone defines the plans: a new one needs no change of the schema.
  await sql`ALTER TABLE user_account DROP CONSTRAINT user_account_subscription_tier_check`.execute(db)
}
