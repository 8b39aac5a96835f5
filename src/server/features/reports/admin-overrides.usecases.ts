import type { SecurityEventKind } from '#contract/accounts/security-events.ts'
import type { OverrideDecision, PlaceOverride, PlaceOverrideInput } from '#contract/admin/place-overrides.ts'
import { recordSecurityEvent } from '#server/accounts/security-log/security-log.usecases.ts'
import type { Account } from '#server/accounts/sessions/session.usecases.ts'
import { decideOverride, setOverride } from '#server/catalog/corrections/corrections.usecases.ts'
import type { Deps } from '#server/features/deps.ts'
import type { Queryable } from '#server/platform/database/db.ts'

export const withholdPlace = (
  deps: Deps,
  admin: Account,
  { placeKey, fault }: PlaceOverrideInput,
): Promise<PlaceOverride> =>
  deps.db.transaction(async tx => {
    const override = await setOverride(deps, tx, { placeKey, fault, adminId: admin.id })
    await record(deps, tx, { kind: 'place-withheld', admin })
    return override
  })

export const decidePlaceOverride = (
  deps: Deps,
  { admin, id, decision }: { admin: Account; id: number; decision: OverrideDecision },
): Promise<PlaceOverride> =>
  deps.db.transaction(async tx => {
    const override = await decideOverride(deps, tx, { id, decision, adminId: admin.id })
    await record(deps, tx, { kind: decision === 'withhold' ? 'place-withheld' : 'place-correction-removed', admin })
    return override
  })

/** Records who decided and when. The correction itself names the place. */
const record = (deps: Deps, tx: Queryable, { kind, admin }: { kind: SecurityEventKind; admin: Account }) =>
  recordSecurityEvent(tx, { kind, userId: admin.id }, deps.clock.now())
