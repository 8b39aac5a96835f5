import { z } from 'zod'
import { validationSettings } from './messages.ts'

// In browsers, the build does this: `scripts/without-schemas.ts`.
z.config(validationSettings)
