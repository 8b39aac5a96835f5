/** `npm run sizes`: prints the lines of product code of each room, without tests, and its budget. */
import { rooms, sizeOf } from '../tests/support/sizes.ts'

for (const { room, budget } of rooms) {
  const lines = sizeOf(room)
  console.log(
    `${room.padEnd(24)} ${String(lines).padStart(6)} of ${String(budget).padStart(6)}${lines > budget ? '  over' : ''}`,
  )
}
