import type { QueryClient } from '@tanstack/react-query'
import {
  decidePlaceOverride,
  getPlaceOverrides,
  type OverrideDecision,
  type PlaceOverride,
  type PlaceOverrideInput,
  type PlaceOverrides,
  setPlaceOverride,
} from '#contract/admin/place-overrides.ts'
import { call } from '../../shared/api/call.ts'
import { changeCached, read } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const overridesRead = read(['admin', 'place-overrides'], 'Failed to fetch the corrections', getPlaceOverrides)

/** The lists with a correction that was set, kept, or removed. */
function withOverride({ total, active, ended }: PlaceOverrides, override: PlaceOverride): PlaceOverrides {
  const isListed = active.some(({ id }) => id === override.id)
  if (override.endedAt !== null)
    return {
      total: total - 1,
      active: active.filter(({ id }) => id !== override.id),
      ended: [override, ...ended],
    }
  return isListed
    ? { total, active: active.map(other => (other.id === override.id ? override : other)), ended }
    : { total: total + 1, active: [override, ...active], ended }
}

const showOverride = (client: QueryClient, override: PlaceOverride): void =>
  changeCached(client, overridesRead.queryKey, overrides => withOverride(overrides, override))

/** Takes a place out of searches. Callers show its errors. */
export const useWithhold = () =>
  useMutation({
    mutationFn: (body: PlaceOverrideInput) => call(setPlaceOverride, { body }),
    onSuccess: (override, _input, client) => {
      showOverride(client, override)
      showToast({ title: 'Searches no longer find it', description: override.businessName })
    },
  })

export const useDecideOverride = (id: number) =>
  useMutation({
    mutationFn: (decision: OverrideDecision) => call(decidePlaceOverride, { params: { id }, body: { decision } }),
    onSuccess: (override, _input, client) => {
      showOverride(client, override)
      const title = override.endedAt === null ? 'Searches no longer find it' : 'Correction removed'
      showToast({ title, description: override.businessName })
    },
    failure: 'Your decision was not saved',
    onError: (_error, _input, client) => void client.invalidateQueries({ queryKey: overridesRead.queryKey }),
  })
