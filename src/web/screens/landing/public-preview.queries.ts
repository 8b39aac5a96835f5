import { useQuery } from '@tanstack/react-query'
import { getPublicExample, previewInPublic } from '#contract/searches/public-preview.ts'
import { untilPrepared } from '../../features/searches/being-prepared.ts'
import { call } from '../../shared/api/call.ts'
import type { Asked } from './product-preview.rules.ts'

/** What the visitor's search would find, or an example. */
export const usePublicPreview = (asked: Asked | undefined) =>
  useQuery({
    queryKey: ['public-preview', asked],
    queryFn: ({ signal }) =>
      asked ? call(previewInPublic, { query: asked, signal }) : call(getPublicExample, { signal }),
    retry: false,
    refetchInterval: untilPrepared,
  })
