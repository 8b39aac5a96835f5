import type { Deps } from '#server/accounts/deps.ts'
import { faultOf, newFaultLog } from '#server/platform/basics/fault.ts'
import { createWebhookCaller } from './call-webhook.ts'
import {
  type Attempt,
  attempt,
  type Lane,
  saveAttempts,
  takeDueMessages,
  type TakenMessage,
} from './delivery.usecases.ts'

/** Messages are looked for this often. Each look reads one index entry if none waits. */
const POLL_MS = 500
/** Results that come in meanwhile are saved together, which saves statements when there is much to send. */
const GATHER_MS = 20
/** Endpoints that fail have a lane of their own, and one call at a time each, so that they delay no other. */
const lanes: readonly Lane[] = [
  { areFailing: false, atMost: 200, perEndpoint: 10 },
  { areFailing: true, atMost: 100, perEndpoint: 1 },
]

type Options = {
  /** Unset: 15 seconds. For tests. */
  deadlineMs?: number
}

/** Sends the messages of all webhooks. Every process has one; each message is taken by one of them. */
export class WebhookSender {
  #deps: Deps
  #onFault
  #call
  #calls = new Map<number, { message: TakenMessage; lane: Lane }>()
  #done: Attempt[] = []
  #turn: Promise<void> | undefined
  #isStopped = false
  #polling: NodeJS.Timeout | undefined
  #gathering: NodeJS.Timeout | undefined

  constructor(deps: Deps, { deadlineMs }: Options = {}) {
    this.#deps = deps
    this.#onFault = newFaultLog(deps.log, 'webhooks could not be read or saved')
    this.#call = createWebhookCaller({ trustedHosts: deps.config.WEBHOOK_HOSTS, deadlineMs })
  }

  start(): this {
    this.#polling = setInterval(() => void this.#takeTurn(), POLL_MS).unref()
    return this
  }

  /** Takes no more messages, and waits for the running calls. Those that take longer are made again a minute later. */
  async stop(withinMs: number): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#polling)
    const end = performance.now() + withinMs
    while (this.#calls.size > 0 && performance.now() < end) await new Promise(resolve => setTimeout(resolve, GATHER_MS))
    clearTimeout(this.#gathering)
    await this.#turn
    await this.#save().catch((error: unknown) => {
      this.#deps.log.error({ err: faultOf(error) }, 'the last webhooks could not be saved')
    })
  }

  /** Sends everything that is due now, and waits for it. For tests. */
  async sendDue(): Promise<void> {
    do {
      await this.#takeTurn()
      while (this.#calls.size > 0) await new Promise(resolve => setTimeout(resolve, GATHER_MS))
    } while (this.#done.length > 0 || this.#turn !== undefined)
    clearTimeout(this.#gathering)
    this.#gathering = undefined
  }

  #takeTurn(): Promise<void> {
    this.#turn ??= this.#saveAndTake().finally(() => (this.#turn = undefined))
    return this.#turn
  }

  async #saveAndTake(): Promise<void> {
    try {
      await this.#save()
      if (this.#isStopped) return
      for (const lane of lanes) {
        const room = lane.atMost - [...this.#calls.values()].filter(call => call.lane === lane).length
        if (room <= 0) continue
        for (const message of await takeDueMessages(this.#deps, { ...lane, atMost: room }, this.#busy()))
          void this.#send(message, lane)
      }
    } catch (error) {
      // What was taken is due again in a minute.
      this.#onFault(error)
    }
  }

  async #save(): Promise<void> {
    const done = this.#done.splice(0)
    if (done.length === 0) return
    try {
      await saveAttempts(this.#deps, done)
    } catch (error) {
      // The database may be restarting. If this process dies meanwhile, the messages are sent again with the same id.
      this.#done.unshift(...done)
      throw error
    }
  }

  async #send(message: TakenMessage, lane: Lane): Promise<void> {
    this.#calls.set(message.id, { message, lane })
    const made = await attempt(this.#deps, this.#call, message)
    this.#calls.delete(message.id)
    this.#done.push(made)
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      void this.#takeTurn()
    }, GATHER_MS)
  }

  /** Calls of each endpoint that run or are not saved: only a saved failure tells that an endpoint fails. */
  #busy(): Map<number, number> {
    const busy = new Map<number, number>()
    for (const { message } of [...this.#calls.values(), ...this.#done])
      busy.set(message.endpointId, (busy.get(message.endpointId) ?? 0) + 1)
    return busy
  }
}
