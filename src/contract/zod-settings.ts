import { z } from 'zod'
import { validationSettings } from './messages.ts'

// In browsers, the build does this: `scripts/without-schemas.ts`. A server compiles its schemas, which check faster.
z.config({ ...validationSettings, jitless: 'document' in globalThis })
