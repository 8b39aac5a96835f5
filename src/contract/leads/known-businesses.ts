import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { oneLine } from '../messages.ts'
import { IdParams } from '../row-id.ts'
import { type KnownField, knownFields, knownFileColumns } from './known-fields.ts'

export const knownFileBytes = 10_000_000
/** The highest number that a row can have. Blank lines count, and each takes one of the file's bytes. */
export const highestRow = 10_000_000
/** The row after which a page of rows begins. */
export const rowCursor = z.coerce.number().int().min(1).max(highestRow).optional()
/** Rows of all files of an account. */
export const knownBusinessLimit = 200_000
/** Bytes of all files of an account, which are kept as they were sent. */
export const knownBytesLimit = 200_000_000
export const knownFilesPerDay = 20
/** Files that an account can look at per hour before it imports one. */
export const knownPreviewsPerHour = 60

const Field = z.enum(Object.keys(knownFields) as [KnownField, ...KnownField[]])

/** The fields by which rows can be found. */
const identifying = ['phone', 'website', 'email'] as const
/** Whether rows with these columns can be found: by a contact, or by the name and where the business is. */
export const canIdentify = (fields: readonly (KnownField | null)[]): boolean =>
  identifying.some(field => fields.includes(field)) ||
  (fields.includes('name') && (['street', 'city', 'zip'] as const).some(field => fields.includes(field)))

/** What the user can do if rows with these columns cannot be found. */
export const columnsNeeded = ({ length }: readonly unknown[]): string =>
  length === 1
    ? 'Put the name, the phone, and the address into columns of their own. A single column can only be the phone, the website, or the email.'
    : 'Choose the column with the phone, the website, the email, or the name and the address.'

const FileName = z.string().overwrite(oneLine).min(1).max(200)

export const FileColumns = z.object({
  columns: z.array(
    z.object({
      header: z.string(),
      /** What it contains, judged by its header and values. */
      field: Field.nullable(),
      /** Its first values, at most three. */
      samples: z.array(z.string()),
    }),
  ),
})
export type FileColumns = z.infer<typeof FileColumns>

/** What can change about the business of a row of a followed file, as shown, and as counted for one and for many. */
export const changeKinds = {
  closed: { label: 'Closed', one: 'closed', many: 'closed' },
  unlisted: { label: 'No longer listed', one: 'is no longer listed', many: 'are no longer listed' },
  moved: { label: 'Moved', one: 'moved', many: 'moved' },
  otherPhone: { label: 'Other phone', one: 'has another phone', many: 'have another phone' },
  renamed: { label: 'Renamed', one: 'has another name', many: 'have another name' },
  siteStopped: {
    label: 'Website stopped working',
    one: 'has a website that stopped working',
    many: 'have websites that stopped working',
  },
} as const
export type ChangeKind = keyof typeof changeKinds
export const ChangeKindName = z.enum(Object.keys(changeKinds) as [ChangeKind, ...ChangeKind[]])
export const ChangeCounts = z.partialRecord(ChangeKindName, z.number().int())
export type ChangeCounts = z.infer<typeof ChangeCounts>

export const KnownFile = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Whether searches leave out its businesses. */
  isLeftOut: z.boolean(),
  /** Whether the user is told what changes about its businesses. */
  isFollowed: z.boolean(),
  /** It is followed, but the plan has too few rows for it. */
  isPaused: z.boolean(),
  /** Changes that wait for the user's decision, by kind. */
  openChanges: ChangeCounts,
  rows: z.number().int(),
  /** About how many rows were compared with the catalog for the first time. */
  compared: z.number().int(),
  /** Whether all of them were. */
  isCompared: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type KnownFile = z.infer<typeof KnownFile>

export const KnownFiles = z.object({ files: z.array(KnownFile) })
export type KnownFiles = z.infer<typeof KnownFiles>

export const getKnownFiles = endpoint('GET', '/api/known-files', {
  replies: { 200: KnownFiles },
})
export const readKnownColumns = endpoint('POST', '/api/known-files/columns', {
  limit: 'file',
  query: z.object({ name: FileName }),
  takesFile: true,
  bodyLimitBytes: knownFileBytes,
  replies: { 200: FileColumns },
})
export const importKnownFile = endpoint('POST', '/api/known-files', {
  limit: 'file',
  refuses: ['TOO_MANY_KNOWN_BUSINESSES'],
  query: z.object({
    name: FileName,
    /** What each column contains, in the order of the file: "name,,phone". */
    fields: z
      .string()
      .max(knownFileColumns * 10)
      .transform(text => text.split(',').map(field => (field === '' ? null : field)))
      .pipe(z.array(Field.nullable()).max(knownFileColumns)),
  }),
  takesFile: true,
  bodyLimitBytes: knownFileBytes,
  replies: { 200: KnownFile },
})
export const deleteKnownFile = endpoint('DELETE', '/api/known-files/:id', {
  limit: 'lead change',
  params: IdParams,
  replies: { 200: z.object({ message: z.string() }) },
})
