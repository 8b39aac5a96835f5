import { getSupportDetails, sendContactMessage } from '#contract/contact.ts'
import type { Deps } from '#server/features/deps.ts'
import { confirmed, type Serve } from '#server/http/serve.ts'
import { leaveContactMessage } from './contact.usecases.ts'

export function contactRoutes(serve: Serve, deps: Deps): void {
  serve(sendContactMessage, async ({ network, body }) =>
    confirmed(leaveContactMessage(deps, body, network), "Thank you for contacting us. We'll get back to you soon!"),
  )
  serve(getSupportDetails, async () => ({
    email: deps.config.SUPPORT_EMAIL,
    phone: deps.config.SUPPORT_PHONE,
  }))
}
