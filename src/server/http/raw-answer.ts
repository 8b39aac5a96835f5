import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorType, errorTable, type Problem } from '#contract/errors.ts'

type ConnectionError = Error & { code?: string }

/** Answers requests that cannot be parsed, or whose headers or URL are too long, with the same JSON as other errors. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) socket.write(rawAnswer(errorTypeOf(error.code)))
  socket.destroy(error)
}

function errorTypeOf(code: string | undefined): ErrorType {
  if (code === 'HPE_HEADER_OVERFLOW') return 'TOO_LARGE'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'TOO_SLOW' : 'INVALID_REQUEST'
}

function rawAnswer(errorType: ErrorType): string {
  const { status, message } = errorTable[errorType]
  const body = JSON.stringify({ message, errorType } satisfies Problem)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
