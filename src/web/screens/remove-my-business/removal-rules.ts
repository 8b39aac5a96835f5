import { RemovalInput } from '#contract/suppression.ts'
import { checkFields } from '../../shared/form/check-fields.ts'

export const checkRemoval = (fields: unknown) => checkFields(RemovalInput, fields)
