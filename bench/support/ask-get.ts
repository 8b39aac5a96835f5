import { Agent, request } from 'node:http'

/** Requests paths from a server over one keep-alive connection. Returns the length of the answer. */
export const askGet = (address: string, cookie: string): ((path: string) => Promise<number>) =>
  askWith(address, () => ({ cookie }))

/** The same with the headers of each call. */
export function askWith(address: string, headers: () => Record<string, string>): (path: string) => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return path =>
    new Promise((resolve, reject) => {
      const call = request(address + path, { agent, headers: headers() }, response => {
        let body = ''
        response.on('data', (chunk: Buffer) => (body += chunk.toString()))
        response.on('end', () => (response.statusCode === 200 ? resolve(body.length) : reject(new Error(body))))
      })
      call.on('error', reject)
      call.end()
    })
}
