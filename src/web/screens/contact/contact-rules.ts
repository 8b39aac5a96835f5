import { ContactInput } from '#contract/contact.ts'
import { checkFields } from '../../shared/form/check-fields.ts'

export const checkMessage = (fields: unknown) => checkFields(ContactInput, fields)
