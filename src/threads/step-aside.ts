import { getPriority, setPriority } from 'node:os'

/** Added to the niceness of the process. The thread still gets a tenth of a core that another one could use. */
const NICER = 10
const NICEST = 19
type Priority = { get: () => number; set: (niceness: number) => void }

/**
 * Gives this thread a lower priority than the other ones. Only on Linux, where each thread has its own priority;
 * elsewhere, this would change the whole process. Nothing changes if the system does not allow it.
 */
export function stepAside(
  { get, set }: Priority = { get: () => getPriority(), set: niceness => setPriority(niceness) },
  platform: string = process.platform,
): void {
  if (platform !== 'linux') return
  try {
    set(Math.min(NICEST, get() + NICER))
  } catch {
    // The thread keeps the priority of the others.
  }
}
