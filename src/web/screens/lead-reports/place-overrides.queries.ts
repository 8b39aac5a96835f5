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

/** The list with a correction that was set or kept. */
const withOverride = ({ total, active }: PlaceOverrides, override: PlaceOverride): PlaceOverrides =>
  active.some(({ id }) => id === override.id)
    ? { total, active: active.map(other => (other.id === override.id ? override : other)) }
    : { total: total + 1, active: [override, ...active] }

const withoutOverride = ({ total, active }: PlaceOverrides, { id }: PlaceOverride): PlaceOverrides => ({
  total: total - 1,
  active: active.filter(override => override.id !== id),
})

const show = (client: QueryClient, change: typeof withOverride, override: PlaceOverride): void =>
  changeCached(client, overridesRead.queryKey, overrides => change(overrides, override))

/** Takes a place out of searches. The caller shows errors. */
export const useWithhold = () =>
  useMutation({
    mutationFn: (body: PlaceOverrideInput) => call(setPlaceOverride, { body }),
    onSuccess: (override, _input, client) => {
      show(client, withOverride, override)
      showToast({ title: 'Searches no longer find it', description: override.businessName })
    },
  })

export const useDecideOverride = (id: number) =>
  useMutation({
    mutationFn: (decision: OverrideDecision) => call(decidePlaceOverride, { params: { id }, body: { decision } }),
    onSuccess: (override, decision, client) => {
      show(client, decision === 'remove' ? withoutOverride : withOverride, override)
      const title = decision === 'remove' ? 'Correction removed' : 'Searches no longer find it'
      showToast({ title, description: override.businessName })
    },
    failure: 'Your decision was not saved',
    onError: (_error, _input, client) => void client.invalidateQueries({ queryKey: overridesRead.queryKey }),
  })
