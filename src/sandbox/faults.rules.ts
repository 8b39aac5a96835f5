import type { Fault } from './settings.ts'

export type FaultyCall = { method: string; hasKey: boolean }

/** Whether a fault befalls this call, before anything of it is done. */
export function befallsRequest(fault: Fault, { method, hasKey }: FaultyCall): boolean {
  if (fault === 'stored error') return method === 'POST' && hasKey
  return fault !== 'none' && !losesAnswer(fault)
}

/** Whether the answer to this call is lost, after it was carried out. What only reads is answered. */
export function befallsAnswer(
  fault: Fault,
  { method, status, isReplay }: { method: string; status: number; isReplay: boolean },
): boolean {
  if (method === 'GET' || !losesAnswer(fault)) return false
  // The first fault spares the second try of the same request: a replay, or a refusal because it was done already.
  return fault === 'answers lost' || (status === 200 && !isReplay)
}

const losesAnswer = (fault: Fault): boolean => fault === 'answer lost' || fault === 'answers lost'
