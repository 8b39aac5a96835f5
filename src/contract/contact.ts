import { z } from 'zod'
import { endpoint, Said } from './endpoint.ts'
import { oneLine, whenMissing } from './messages.ts'

const nameMessage = 'Name must be at least 2 characters.'
const emailMessage = 'Please enter a valid email address.'
const subjectMessage = 'Subject must be at least 5 characters.'
const messageMessage = 'Message must be at least 10 characters.'

/** Lengths are counted after trimming; name and subject are a single line. */
export const ContactInput = z.strictObject({
  name: z.string(whenMissing(nameMessage)).overwrite(oneLine).min(2, nameMessage).max(100),
  email: z.string(whenMissing(emailMessage)).trim().max(254).pipe(z.email(emailMessage)),
  subject: z.string(whenMissing(subjectMessage)).overwrite(oneLine).min(5, subjectMessage).max(200),
  message: z.string(whenMissing(messageMessage)).trim().min(10, messageMessage).max(5000),
})
export type ContactInput = z.infer<typeof ContactInput>

export const sendContactMessage = endpoint('POST', '/api/contact', {
  access: 'public',
  body: ContactInput,
  replies: { 201: Said },
})

export const getSupportDetails = endpoint('GET', '/api/support', {
  access: 'public',
  replies: { 200: z.object({ email: z.string(), phone: z.string() }) },
})
