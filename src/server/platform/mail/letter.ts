import { oneLine } from '#contract/messages.ts'
import { productName } from '#contract/product.ts'

export type Letter = {
  subject: string
  /** Plain text, one entry per paragraph. */
  paragraphs: string[]
  /** The one action, shown as a button. `url` is absolute. */
  action?: { label: string; url: string }
  /** A small link at the end, such as the one to unsubscribe. */
  footer?: { label: string; url: string }
}
export type RenderedLetter = { subject: string; text: string; html: string }

/** Renders a letter as text and HTML without scripts, images, or tracking: mail programs show all of it. */
export function renderLetter({ action, footer, ...letter }: Letter): RenderedLetter {
  const subject = oneLine(letter.subject)
  const paragraphs = letter.paragraphs.map(oneLine)
  const parts = [
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    `— ${productName}`,
    ...(footer === undefined ? [] : [`${footer.label}: ${footer.url}`]),
  ]
  return { subject, text: `${parts.join('\n\n')}\n`, html: htmlOf({ subject, paragraphs, action, footer }) }
}

const text =
  'overflow-wrap:anywhere;word-break:break-word;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif;color:#1c2330;background:#ffffff'
const button =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600'
// Mail programs that ignore it, or that color mails themselves, use the styles of the elements.
const dark = `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>@media (prefers-color-scheme:dark){body,.text{background:#15171b!important;color:#edeef1!important}.minor,.minor a{color:#aeb1b8!important}.button{background:#4263dd!important}}</style>`

function htmlOf({ subject, paragraphs, action, footer }: Letter): string {
  const written = paragraphs.map(paragraph => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`)
  const link = action === undefined ? [] : [linkOf(action)]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${dark}
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff"><div class="text" style='${text};max-width:560px;margin:0 auto'>
${[...written, ...link].join('\n')}
<p class="minor" style="margin:32px 0 0;color:#5b6472">${escapeHtml(productName)}${footer === undefined ? '' : ` · <a href="${escapeHtml(footer.url)}" style="color:#5b6472">${escapeHtml(footer.label)}</a>`}</p>
</div></body></html>
`
}

const linkOf = ({ label, url }: { label: string; url: string }): string =>
  `<p style="margin:24px 0"><a href="${escapeHtml(url)}" class="button" style="${button}">${escapeHtml(label)}</a></p>
<p class="minor" style="margin:0 0 16px;color:#5b6472">Or open this address: ${escapeHtml(url)}</p>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (value: string): string => value.replaceAll(/[&<>"']/g, sign => entities[sign] ?? sign)
