import type { ExportFormat } from './export-formats.ts'

/** What a column of a preset holds. `preset-row.rules.ts` on the server finds each value. */
export type PresetValue =
  | 'name'
  /** The name, only if there is neither a phone nor an email. */
  | 'nameAlone'
  /** The bare domain of the business's own website. */
  | 'domain'
  | 'website'
  /** As +13035550100. */
  | 'phone'
  /** As (303) 555-0100. */
  | 'nationalPhone'
  | 'email'
  | 'street'
  | 'city'
  /** Two letters. */
  | 'state'
  /** In full. */
  | 'stateName'
  | 'zip'
  | 'country'
  | 'address'
  /** The parts separated by two spaces, "USA" last; empty if a part is missing. */
  | 'spacedAddress'
  | 'category'
  /** The category as one tag. */
  | 'tag'
  | 'rating'
  | 'qualityScore'
  /** Whom to credit, and the license. */
  | 'credit'
  /** The category, the reasons to call, and the credit. */
  | 'description'

export type PresetColumn = {
  header: string
  value: PresetValue
  /** In characters. Longer text is cut; a longer website or email is left out. */
  maxLength?: number
}

export type ExportPreset = {
  label: string
  format: ExportFormat
  columns: readonly PresetColumn[]
  /** Leads without it are left out. */
  needs?: 'email'
  /** The most rows that one import takes. */
  maxRows?: number
  /** The most bytes of a field; longer text is cut. */
  maxBytes?: number
  /** Characters that no value may contain, with what is written instead. */
  replaces?: Readonly<Record<string, string>>
  /** Where the rules that this preset follows are published. */
  rules?: string
}

/**
 * Files that another product imports without renaming a column. They leave out industry, lead source, and rating, which
 * accept only values that the other product's administrator has defined.
 */
export const exportPresets = {
  hubspot: {
    label: 'HubSpot companies',
    format: 'csv',
    // A company needs a name or a domain, and two companies with the same domain become one.
    columns: [
      { header: 'Company name', value: 'name' },
      { header: 'Company domain name', value: 'domain' },
      { header: 'Phone number', value: 'phone' },
      { header: 'Website URL', value: 'website' },
      { header: 'Street address', value: 'street' },
      { header: 'City', value: 'city' },
      { header: 'State/Region', value: 'stateName' },
      { header: 'Postal code', value: 'zip' },
      { header: 'Country/Region', value: 'country' },
      { header: 'Description', value: 'description' },
    ],
    maxRows: 1_048_576,
    rules: 'https://knowledge.hubspot.com/import-and-export/set-up-your-import-file',
  },
  salesforce: {
    label: 'Salesforce leads',
    format: 'csv',
    // "Last Name" and "Company" are required. State and country pick lists have full names by default.
    columns: [
      { header: 'Company', value: 'name', maxLength: 255 },
      { header: 'Last Name', value: 'name', maxLength: 80 },
      { header: 'Phone', value: 'phone', maxLength: 40 },
      { header: 'Email', value: 'email', maxLength: 80 },
      { header: 'Website', value: 'website', maxLength: 255 },
      { header: 'Street', value: 'street', maxLength: 255 },
      { header: 'City', value: 'city', maxLength: 40 },
      { header: 'State', value: 'stateName' },
      { header: 'Postal Code', value: 'zip', maxLength: 20 },
      { header: 'Country', value: 'country' },
      { header: 'Description', value: 'description' },
    ],
    maxRows: 50_000,
    rules: 'https://help.salesforce.com/s/articleView?id=xcloud.field_mapping_for_importing_leads.htm',
  },
  zoho: {
    label: 'Zoho CRM leads',
    format: 'csv',
    columns: [
      { header: 'Company', value: 'name', maxLength: 100 },
      { header: 'Last Name', value: 'name', maxLength: 80 },
      { header: 'Phone', value: 'phone', maxLength: 30 },
      { header: 'Email', value: 'email', maxLength: 100 },
      { header: 'Website', value: 'website', maxLength: 120 },
      { header: 'Street', value: 'street', maxLength: 250 },
      { header: 'City', value: 'city', maxLength: 30 },
      { header: 'State', value: 'stateName', maxLength: 30 },
      { header: 'Zip Code', value: 'zip', maxLength: 30 },
      { header: 'Country', value: 'country', maxLength: 30 },
      { header: 'Description', value: 'description' },
    ],
    maxRows: 25_000,
    // A double quote may only delimit fields.
    replaces: { '"': "'", '|': '/', '<': '(', '>': ')' },
    // A partner's copy of Zoho's help.
    rules: 'https://help.crmforyourbusiness.com/portal/kb/articles/standard-fields-leads',
  },
  highlevel: {
    label: 'HighLevel contacts',
    format: 'csv',
    // A contact needs a name, an email, or a phone.
    columns: [
      { header: 'First Name', value: 'nameAlone' },
      { header: 'Company', value: 'name' },
      { header: 'Phone', value: 'phone' },
      { header: 'Email', value: 'email' },
      { header: 'Website', value: 'website' },
      { header: 'Street Address', value: 'street' },
      { header: 'City', value: 'city' },
      { header: 'State', value: 'state' },
      { header: 'Postal Code', value: 'zip' },
      { header: 'Country', value: 'country' },
      { header: 'Tags', value: 'tag' },
      { header: 'Notes', value: 'credit' },
    ],
    rules:
      'https://help.gohighlevel.com/support/solutions/articles/155000005143-csv-file-format-for-importing-contacts-and-opportunities',
  },
  pipedrive: {
    label: 'Pipedrive leads',
    format: 'csv',
    // A lead needs a person or an organization, and one field of its own: its title.
    columns: [
      { header: 'Lead - Title', value: 'name' },
      { header: 'Organization - Name', value: 'name' },
      { header: 'Organization - Address', value: 'address' },
      { header: 'Person - Name', value: 'name' },
      { header: 'Person - Phone', value: 'phone' },
      { header: 'Person - Email', value: 'email' },
      { header: 'Note', value: 'description' },
    ],
    rules: 'https://support.pipedrive.com/en/article/importing-mandatory-fields',
  },
  mailchimp: {
    label: 'Mailchimp contacts',
    format: 'csv',
    columns: [
      { header: 'Email Address', value: 'email' },
      { header: 'Company', value: 'name' },
      { header: 'Phone Number', value: 'phone' },
      { header: 'Website', value: 'website' },
      { header: 'Address', value: 'spacedAddress' },
      { header: 'Tags', value: 'tag' },
      { header: 'Source', value: 'credit' },
    ],
    needs: 'email',
    maxBytes: 255,
    rules: 'https://mailchimp.com/help/format-guidelines-for-your-import-file/',
  },
  instantly: {
    label: 'Instantly leads',
    format: 'csv',
    // The fields of a lead in its API; other columns become custom variables.
    columns: [
      { header: 'email', value: 'email' },
      { header: 'company_name', value: 'name' },
      { header: 'phone', value: 'phone' },
      { header: 'website', value: 'website' },
      { header: 'category', value: 'category' },
      { header: 'city', value: 'city' },
      { header: 'state', value: 'stateName' },
      { header: 'source', value: 'credit' },
    ],
    needs: 'email',
    rules: 'https://developer.instantly.ai/api-reference/lead',
  },
  lemlist: {
    label: 'lemlist leads',
    format: 'csv',
    // The variables that a lead has by default; other columns become custom variables.
    columns: [
      { header: 'email', value: 'email' },
      { header: 'companyName', value: 'name' },
      { header: 'companyDomain', value: 'domain' },
      { header: 'phone', value: 'phone' },
      { header: 'category', value: 'category' },
      { header: 'city', value: 'city' },
      { header: 'state', value: 'stateName' },
      { header: 'source', value: 'credit' },
    ],
    needs: 'email',
    rules: 'https://developer.lemlist.com/api-reference/endpoints/leads/add-lead-variables',
  },
  google_sheets: {
    label: 'Google Sheets',
    // In a CSV file, Google Sheets reads a ZIP code as a number and drops its zeros.
    format: 'xlsx',
    columns: [
      { header: 'Name', value: 'name' },
      { header: 'Category', value: 'category' },
      { header: 'Phone', value: 'nationalPhone' },
      { header: 'Email', value: 'email' },
      { header: 'Website', value: 'website' },
      { header: 'Street', value: 'street' },
      { header: 'City', value: 'city' },
      { header: 'State', value: 'state' },
      { header: 'ZIP', value: 'zip' },
      { header: 'Rating', value: 'rating' },
      { header: 'Quality', value: 'qualityScore' },
      { header: 'Source', value: 'credit' },
    ],
  },
} as const satisfies Record<string, ExportPreset>

export type ExportPresetName = keyof typeof exportPresets
export const exportPresetNames = Object.keys(exportPresets) as [ExportPresetName, ...ExportPresetName[]]
export const exportPreset = (name: ExportPresetName): ExportPreset => exportPresets[name]
