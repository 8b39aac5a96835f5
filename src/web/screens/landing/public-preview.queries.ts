import { useQuery } from '@tanstack/react-query'
import { getPublicExample, previewInPublic } from '#contract/searches/public-preview.ts'
import { untilPrepared } from '../../features/searches/being-prepared.ts'
import { call } from '../../shared/api/call.ts'
import { useIsHydrated } from '../../shared/use-is-hydrated.ts'
import type { Asked } from './product-preview.rules.ts'

/** What the visitor's search would find, or an example. */
export function usePublicPreview(asked: Asked | undefined) {
  const { data, error } = useQuery({
    queryKey: ['public-preview', asked],
    queryFn: ({ signal }) =>
      asked ? call(previewInPublic, { query: asked, signal }) : call(getPublicExample, { signal }),
    retry: false,
    refetchInterval: untilPrepared,
  })
  // A part may hydrate after another one has got the answer.
  return useIsHydrated() ? { data, error } : { data: undefined, error: null }
}
