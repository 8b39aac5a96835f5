import type { BodyOf, Endpoint } from '#contract/endpoint.ts'
import { defaultExportName } from '#contract/leads/leads.ts'
import { request } from './call.ts'

/** Calls an endpoint that returns a file, and saves it with the browser's download. */
export async function downloadFile<E extends Endpoint>(endpoint: E, body: BodyOf<E>): Promise<void> {
  await saveResponse(await request(endpoint, { body }))
}

/** Saves the file of a response with the browser's download. */
export async function saveResponse(response: Response): Promise<void> {
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = fileNameOf(response.headers.get('content-disposition'))
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export function fileNameOf(disposition: string | null): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  const plain = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]
  const name = encoded === undefined ? plain : decodeURIComponent(encoded)
  return name?.split(/[/\\]/).at(-1)?.trim() || defaultExportName
}
