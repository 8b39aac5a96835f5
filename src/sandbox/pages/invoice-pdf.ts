import type { Objects } from '../wire.ts'
import { dayText, dollars } from './html.ts'

/** The invoice as a page of plain text in the PDF format: enough to see that the download works. */
export function invoicePdf(invoice: Objects['invoice']): Buffer {
  const lines = [
    { size: 11, text: 'PAYMENTS SANDBOX - not a tax document, nothing was paid' },
    { size: 22, text: `Invoice ${invoice.number ?? '(draft)'}` },
    { size: 11, text: `From ${invoice.account_name ?? ''}` },
    { size: 11, text: `To ${invoice.customer_name ?? invoice.customer_email ?? ''}` },
    { size: 11, text: `${dayText(invoice.created)}, ${invoice.status}` },
    { size: 11, text: '' },
    ...invoice.lines.data.map(line => ({
      size: 11,
      text: `${line.description ?? ''}: ${dollars(line.amount, line.currency)}`,
    })),
    { size: 13, text: `Total ${dollars(invoice.total, invoice.currency)}` },
    { size: 13, text: `Paid ${dollars(invoice.amount_paid, invoice.currency)}` },
  ]
  const content = [
    'BT',
    '56 760 Td',
    ...lines.map(({ size, text }) => `/F1 ${size} Tf (${escaped(text)}) Tj 0 -${size * 2} Td`),
    'ET',
  ]
  return documentOf(content.join('\n'))
}

/** What PDF's own text encoding has no sign for becomes a question mark. */
const escaped = (text: string): string =>
  text
    .replaceAll('×', 'x')
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replaceAll(/[\\()]/g, character => `\\${character}`)

function documentOf(content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  const count = objects.length + 1
  text += `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
