import type { QueryClient } from '@tanstack/react-query'
import { deleteKnownFile, getKnownFiles, importKnownFile, readKnownColumns } from '#contract/leads/known-businesses.ts'
import type { KnownField } from '#contract/leads/known-fields.ts'
import { sendFile } from '../../shared/api/call.ts'
import { deleteById, pollWhile, read } from '../../shared/api/reads.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'

export const filesRead = read(['known-files'], 'Failed to fetch your files', getKnownFiles, undefined, {
  refetchInterval: pollWhile(({ files }) => files.some(({ isCompared }) => !isCompared)),
})

/** Also reads the previews of searches again, because searches can leave out known businesses. */
export function refreshFiles(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['search-previews'] })
  return client.invalidateQueries({ queryKey: filesRead.queryKey })
}

export const useReadColumns = () =>
  useMutation({
    mutationFn: (file: File) => sendFile(readKnownColumns, { query: { name: nameOf(file) }, file }),
  })

export const useImportFile = () =>
  useMutation({
    mutationFn: ({ file, fields }: { file: File; fields: (KnownField | null)[] }) => {
      const query = { name: nameOf(file), fields: fields.map(field => field ?? '').join(',') }
      return sendFile(importKnownFile, { query, file })
    },
    onSuccess: (_imported, _file, client) => refreshFiles(client),
  })

const nameOf = ({ name }: File): string => name.slice(-200)

export const useDeleteFile = () =>
  useMutation({
    mutationFn: (id: number) => deleteById(deleteKnownFile, id),
    onSuccess: (_reply, id, client) => {
      client.removeQueries({ queryKey: ['known-file', id] })
      return refreshFiles(client)
    },
    failure: 'The file was not deleted',
  })
