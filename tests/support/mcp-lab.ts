import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Db } from '#server/platform/database/db.ts'
import { bearer } from './api-key.ts'
import { createTestApp } from './app.ts'

export type ToolResult = {
  isError?: boolean
  content: { text: string }[]
  structuredContent?: Record<string, unknown>
}
export type FoundLead = { id: number; businessName: string; status: string }
export type FoundPage = {
  leads: FoundLead[]
  hasNextPage: boolean
  nextPageToken: string | null
  search: { id: number }
  total: number
}
export type McpLab = Awaited<ReturnType<typeof createMcpLab>>

/** The message that calls a tool. */
export const callMessage = (name: string, given: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
})

/** A listening product, with clients for AI assistants. */
export async function createMcpLab(db: Db) {
  const product = await createTestApp({ db })
  const { app } = product
  const url = new URL('/mcp', await app.listen({ host: '127.0.0.1', port: 0 }))
  const clients: Client[] = []
  return {
    product,
    /** A client of the newest revision, or of those of 2025. */
    connect: async (secret: string, revision: 'auto' | 'legacy' = 'auto') => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: revision } })
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: bearer(secret) } }))
      clients.push(client)
      const call = async <Content = FoundPage>(name: string, given: object = {}) => {
        const { isError, content, structuredContent } = (await client.callTool({
          name,
          arguments: { ...given },
        })) as ToolResult
        if (isError === true) throw new Error(content[0]?.text)
        return structuredContent as Content
      }
      return { client, call }
    },
    /** Sends a message without a client. */
    post: (secret: string, payload: unknown, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/mcp',
        headers: { ...bearer(secret), 'content-type': 'application/json', ...headers },
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
    close: async (): Promise<void> => {
      await Promise.all(clients.map(client => client.close()))
      await app.close()
    },
  }
}
