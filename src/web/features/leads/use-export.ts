import { useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { exportLeads, previewExport } from '#contract/leads/leads.ts'
import { call } from '../../shared/api/call.ts'
import { downloadFile } from '../../shared/api/download-file.ts'
import { showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { count } from '../../shared/format.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export function useExport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: BodyOf<typeof exportLeads>) => {
      // The file is what was asked for, also if its leads cannot be counted.
      const counted = call(previewExport, { body }).catch(() => undefined)
      return { file: await downloadFile(exportLeads, { body }), rows: (await counted)?.rows }
    },
    onSuccess: ({ file, rows }) => {
      showToast({
        title: 'Export successful',
        description: rows === undefined ? file : `${count(rows, 'lead')} in ${file}`,
      })
      void client.invalidateQueries({ queryKey: ['analytics'] })
    },
    onError: error => showError('Export failed', error, 'Failed to export leads'),
  })
}
