import '#contract/messages.ts'
import path from 'node:path'
import { z } from 'zod'

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => (value === '' ? undefined : value), schema.optional())
const onOff = z.enum(['on', 'off']).transform(value => value === 'on')
const proxies = z
  .union([z.stringbool(), z.coerce.number().int().min(0).max(10)], 'Expected on, off, or a number of proxies')
  .transform(Number)

/** Each setting: what it is for, what it may be, and what it is when nobody sets it. */
const settings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development').describe('What kind of run this is'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('Port to listen on; 0: any free one'),
  DATA_DIR: z.string().default('./data').describe('Folder of the embedded database, the outbox and the lock'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })).describe('PostgreSQL; unset: the embedded database'),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })).describe('Address under which people reach the service'),
  TRUST_PROXY: proxies
    .prefault('off')
    .describe('on, or the number of proxies in a row: take the caller’s address from X-Forwarded-For'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEMO_CATALOG: onOff.prefault('on').describe('on: fictional places where no real data is loaded'),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })).describe('Mail server; unset: .eml files in DATA_DIR/outbox'),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@\p{C}]+ <)?[^\s<>@,;]+@[^\s<>@,;]+>?$/u, 'Expected an address, or a name and an <address>')
    .default('Leadline <no-reply@leadline.example>')
    .describe('Sender of all mail'),
  SUPPORT_EMAIL: z.email().default('support@leadline.example'),
  SUPPORT_PHONE: z.string().default('(555) 555-0100'),
  INIT_CWD: optional(z.string()).describe('Folder that file names of the command line are relative to; npm sets it'),
}
const Settings = z.object(settings)
export type Config = z.infer<typeof Settings>

/** Reads the environment once. Every fault of it stands in one message, which stops the start. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const result = Settings.safeParse(environment)
  if (result.success) return { ...result.data, DATA_DIR: path.resolve(result.data.DATA_DIR) }
  const faults = result.error.issues.map(issue => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Wrong settings:\n${faults.join('\n')}`)
}
