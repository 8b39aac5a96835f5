import { useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { exportLeads } from '#contract/leads/leads.ts'
import { downloadFile } from '../../shared/api/download-file.ts'
import { showError } from '../../shared/api/failures.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export function useExport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof exportLeads>) => downloadFile(exportLeads, { body }),
    onSuccess: () => {
      showToast({ title: 'Export successful' })
      void client.invalidateQueries({ queryKey: ['analytics'] })
    },
    onError: error => showError('Export failed', error, 'Failed to export leads'),
  })
}
