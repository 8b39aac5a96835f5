import { queryOptions, type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  deleteKnownFile,
  getKnownFiles,
  importKnownFile,
  type KnownField,
  type KnownFiles,
  readKnownColumns,
} from '#contract/leads/known-businesses.ts'
import { call, sendFile } from '../../shared/api/call.ts'
import { failedTo, showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

export const filesFailure = failedTo('Failed to fetch your files')

const POLL_MS = 1500

export const filesQuery = queryOptions({
  queryKey: ['known-files'],
  queryFn: ({ signal }) => call(getKnownFiles, { signal }),
  refetchInterval: ({ state }) => (state.data?.files.every(({ isCompared }) => isCompared) === false ? POLL_MS : false),
  meta: { failure: filesFailure },
})

/** What previews count changes with the known businesses. */
function refresh(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['search-previews'] })
  return client.invalidateQueries({ queryKey: filesQuery.queryKey })
}

export const useReadColumns = () =>
  useMutation({
    mutationFn: (file: File) => sendFile(readKnownColumns, { query: { name: nameOf(file) }, file }),
  })

export function useImportFile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ file, fields }: { file: File; fields: (KnownField | null)[] }) => {
      const query = { name: nameOf(file), fields: fields.map(field => field ?? '').join(',') }
      return sendFile(importKnownFile, { query, file })
    },
    onSuccess: imported => {
      client.setQueryData<KnownFiles>(filesQuery.queryKey, known => ({ files: [imported, ...(known?.files ?? [])] }))
      return refresh(client)
    },
  })
}

const nameOf = ({ name }: File): string => name.slice(-200)

export function useDeleteFile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(deleteKnownFile, { params: { id } }),
    onSuccess: () => refresh(client),
    onError: error => showError('The file was not deleted', error),
  })
}
