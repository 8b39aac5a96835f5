import type { Fault } from './settings.ts'

export type FaultyCall = { method: string; hasKey: boolean }

/** Whether a fault affects this call before it is carried out. */
export function affectsRequest(fault: Fault, { method, hasKey }: FaultyCall): boolean {
  if (fault === 'stored error') return method === 'POST' && hasKey
  return fault !== 'none' && !losesAnswer(fault)
}

/** Whether the answer to this call is lost after the call was carried out. Reads are always answered. */
export function affectsAnswer(
  fault: Fault,
  { method, status, isReplay }: { method: string; status: number; isReplay: boolean },
): boolean {
  if (method === 'GET' || !losesAnswer(fault)) return false
  // `answer lost` lets the second try through. It is a replay, or an error because the first try was carried out.
  return fault === 'answers lost' || (status === 200 && !isReplay)
}

const losesAnswer = (fault: Fault): boolean => fault === 'answer lost' || fault === 'answers lost'
