import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const id = z.union([z.string().max(200), z.number()])
/** A request or a notification (JSON-RPC 2.0). Answers from clients are refused, because no tool asks them anything. */
const McpMessage = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: id.optional(),
  method: z.string().min(1).max(100),
  params: z.record(z.string(), z.unknown()).optional(),
})
const result = z.strictObject({ jsonrpc: z.literal('2.0'), id, result: z.record(z.string(), z.unknown()) })
const error = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: id.nullish(),
  error: z.strictObject({ code: z.number().int(), message: z.string(), data: z.unknown().optional() }),
})

/**
 * The Model Context Protocol, for AI assistants. A key with the scope "read" can connect; some tools need more. Errors
 * of the protocol, such as headers that contradict the message, have the protocol's own format. Other errors, such as a
 * wrong key, have the format of the public API.
 */
export const callMcp = endpoint('POST', '/mcp', {
  access: 'read key',
  feature: 'api',
  summary: 'The tools for AI assistants: Model Context Protocol, revision 2026-07-28 and those of 2025',
  body: McpMessage,
  replies: { 200: z.union([result, error]), 202: z.undefined(), 400: error, 404: error },
})
