import { z } from 'zod'
import { validationSettings } from './messages.ts'

// In browsers, the build does this: `scripts/without-schemas.ts`. Here it is for servers, where zod compiles the schemas
// so that they check faster, and for tests of screens.
z.config({ ...validationSettings, jitless: 'document' in globalThis })
