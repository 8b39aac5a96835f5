import type { FastifyInstance } from 'fastify'
import { getSupportDetails, sendContactMessage } from '#contract/contact.ts'
import type { Deps } from '#server/features/deps.ts'
import { serve } from '#server/http/serve.ts'
import { leaveContactMessage } from './contact.usecases.ts'

export function contactRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, sendContactMessage, async ({ network, body }) => {
    await leaveContactMessage(deps, body, network)
    return { message: "Thank you for contacting us. We'll get back to you soon!" }
  })
  serve(app, deps, getSupportDetails, async () => ({
    email: deps.config.SUPPORT_EMAIL,
    phone: deps.config.SUPPORT_PHONE,
  }))
}
