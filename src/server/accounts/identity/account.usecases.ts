import type { Tier } from '#contract/plans.ts'
import type { Deps } from '#server/accounts/deps.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import { orRefuse, Refusal } from '#server/platform/basics/refusal.ts'
import type { Queryable } from '#server/platform/database/db.ts'
import {
  findAccountId,
  findAccountRow,
  findPlanGrant,
  type GrantedPlan,
  insertPlanGrant,
  setAdmin,
  setPlan,
  updatePlanEnd,
} from './account.repository.ts'
import { type Account, accountOf, nameKey } from './account.rules.ts'

export { updatePaidPlan } from './account.repository.ts'

export async function readAccount(
  { db, clock }: { db: Queryable; clock: Deps['clock'] },
  userId: number,
): Promise<Account | undefined> {
  const row = await findAccountRow(db, userId)
  return row === undefined ? undefined : accountOf(row, clock.now())
}

/** The id of the account with this username; throws if there is none. */
export async function accountIdOf(db: Queryable, username: string): Promise<number> {
  return orRefuse(await findAccountId(db, nameKey(username)), () => unknownUser(username))
}

export async function giveGrantedPlan(
  tx: Queryable,
  { userId, now, ...granted }: GrantedPlan & { userId: number; now: Date },
): Promise<void> {
  await setPlan(tx, { userId, ...granted, from: now })
  await insertPlanGrant(tx, { userId, ...granted, now })
}

/** The granted plan that is valid at a given time. It becomes active again when a paid plan ends. */
export async function givenPlanAt(
  { db }: { db: Queryable },
  { userId, at }: { userId: number; at: Date },
): Promise<(GrantedPlan & { tier: Exclude<Tier, 'free'> }) | undefined> {
  const { tier, ...granted } = (await findPlanGrant(db, userId)) ?? freePlan
  return tier === 'free' || (granted.until !== null && granted.until <= at) ? undefined : { tier, ...granted }
}
const freePlan: GrantedPlan = { tier: 'free', until: null, pulls: null }

/** Ends a paid plan. Returns the granted plan that becomes active again; a plan that was not paid is not changed. */
export async function endPaidPlan(tx: Queryable, userId: number, endsAt: Date): Promise<GrantedPlan | undefined> {
  if (!(await updatePlanEnd(tx, userId, endsAt))) return undefined
  const given = await givenPlanAt({ db: tx }, { userId, at: endsAt })
  if (given !== undefined) await setPlan(tx, { userId, ...given, from: endsAt })
  return given
}

export const grantAdmin = (deps: Deps, username: string): Promise<void> => changeAdmin(deps, username, true)
export const revokeAdmin = (deps: Deps, username: string): Promise<void> => changeAdmin(deps, username, false)

async function changeAdmin({ db, clock }: Deps, username: string, isAdmin: boolean): Promise<void> {
  await db.transaction(async tx => {
    const userId = orRefuse(await setAdmin(tx, { key: nameKey(username), isAdmin }), () => unknownUser(username))
    const kind = isAdmin ? 'admin-granted' : 'admin-revoked'
    await recordSecurityEvent(tx, { kind, userId, actorId: null }, clock.now())
  })
}

const unknownUser = (username: string): Refusal =>
  new Refusal('NOT_FOUND', { message: `There is no user "${username}".` })
