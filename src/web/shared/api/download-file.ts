import type { Endpoint } from '#contract/endpoint.ts'
import { defaultExportName } from '#contract/leads/leads.ts'
import { type CallInput, request } from './call.ts'

/** Calls an endpoint that returns a file, and saves it with the browser's download. Returns the file's name. */
export async function downloadFile<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<string> {
  const { file, name } = await request(endpoint, input, async response => ({
    file: await response.blob(),
    name: fileNameOf(response.headers.get('content-disposition')),
  }))
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
  return name
}

export function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  const name = encoded === undefined ? plain : decodeURIComponent(encoded)
  return name?.split(/[/\\]/).at(-1)?.trim() || defaultExportName
}
