import type { BodyOf } from '#contract/endpoint.ts'
import { exportLeads, previewExport } from '#contract/leads/leads.ts'
import { call } from '../../shared/api/call.ts'
import { downloadFile } from '../../shared/api/download-file.ts'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { count } from '../../shared/format.ts'
import { showToast } from '../../shared/toast/toast.store.ts'

export const useExport = () =>
  useMutation({
    mutationFn: async (body: BodyOf<typeof exportLeads>) => {
      // The download does not fail if the leads cannot be counted.
      const counted = call(previewExport, { body }).catch(() => undefined)
      return { file: await downloadFile(exportLeads, { body }), rows: (await counted)?.rows }
    },
    onSuccess: ({ file, rows }, _input, client) => {
      showToast({
        title: 'Export successful',
        description: rows === undefined ? file : `${count(rows, 'lead')} in ${file}`,
      })
      void client.invalidateQueries({ queryKey: ['analytics'] })
    },
    failure: 'Export failed',
    fallback: 'Failed to export leads',
  })
