import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const ROOT = '/release/2026-04-15.0/'
const FOLDER = `${ROOT}theme=places/type=place/`
const CHUNK_BYTES = 16_384

export type ThrottledRelease = { url: string; bytes: () => number; requests: () => number; stop: () => void }
type Line = { megabits: number; latencyMs: number }

/** Serves the files of a release, also in ranges. All connections share one line. */
export async function serveRelease(
  files: readonly ArrayBuffer[],
  { megabits, latencyMs }: Line,
): Promise<ThrottledRelease> {
  const bytesPerMs = (megabits * 1e6) / 8 / 1000
  let bytes = 0
  let requests = 0
  let lineFreeAt = 0
  const names = files.map((_, index) => `part-${String(index).padStart(5, '0')}.zstd.parquet`)
  const send = async (response: ServerResponse, content: Uint8Array) => {
    await pause(latencyMs)
    for (let from = 0; from < content.length; from += CHUNK_BYTES) {
      const chunk = content.subarray(from, from + CHUNK_BYTES)
      lineFreeAt = Math.max(lineFreeAt, performance.now()) + chunk.length / bytesPerMs
      bytes += chunk.length
      const waitMs = lineFreeAt - performance.now()
      if (waitMs > 1) await pause(waitMs)
      response.write(chunk)
    }
    response.end()
  }
  const server = createServer((request, response) => {
    requests++
    if (request.url === FOLDER) {
      response.end(names.map(name => `<a href="${name}">${name}</a>`).join('\n'))
      return
    }
    const file = files[names.findIndex(name => request.url === FOLDER + name)]
    const [, start = '', end = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (file === undefined || end === '') {
      response.writeHead(404).end()
      return
    }
    const from = start === '' ? Math.max(0, file.byteLength - Number(end)) : Number(start)
    const to = start === '' ? file.byteLength : Number(end) + 1
    response.writeHead(206, {
      etag: '"lifelike"',
      'content-range': `bytes ${from}-${to - 1}/${file.byteLength}`,
      'content-length': to - from,
    })
    void send(response, new Uint8Array(file, from, to - from))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${ROOT}`,
    bytes: () => bytes,
    requests: () => requests,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
