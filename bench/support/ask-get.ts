import { Agent, request } from 'node:http'

/** Requests paths from a server over one keep-alive connection. Returns the length of the answer. */
export function askGet(address: string, cookie: string): (path: string) => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return path =>
    new Promise((resolve, reject) => {
      const call = request(address + path, { agent, headers: { cookie } }, response => {
        let body = ''
        response.on('data', (chunk: Buffer) => (body += chunk.toString()))
        response.on('end', () => (response.statusCode === 200 ? resolve(body.length) : reject(new Error(body))))
      })
      call.on('error', reject)
      call.end()
    })
}
