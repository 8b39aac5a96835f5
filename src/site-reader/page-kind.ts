/** Each has a name, a pattern for its generator tag, and one for addresses that only its pages load scripts or styles from. */
export const platforms: readonly (readonly [string, RegExp, RegExp])[] = [
  ['Wix', /wix\.com/i, /static\.parastorage\.com/],
  ['Squarespace', /squarespace/i, /(?:static1|assets)\.squarespace\.com/],
  ['Shopify', /shopify/i, /cdn\.shopify\.com|^\/?cdn\/shop\/|^(?:https?:)?\/\/[^/]{1,80}\/cdn\/shop\//],
  ['Weebly', /weebly/i, /editmysite\.com/],
  // GoDaddy adds its own scripts to all pages that it hosts. These are those of its builder.
  ['GoDaddy', /godaddy|starfield/i, /wsimg\.com\/(?:blobby|ceph|isteam)/],
  ['Duda', /duda/i, /cdn-website\.com|multiscreensite\.com/],
  ['Webflow', /webflow/i, /\bwebsite-files\.com/],
  ['Joomla', /joomla/i, /(?:^|\/)media\/(?:jui|system)\/js\//],
  ['Drupal', /drupal/i, /(?:^|\/)sites\/(?:default|all)\/(?:files|modules|themes)\//],
  ['WordPress', /wordpress|elementor|divi/i, /(?:^|\/)wp-(?:content|includes)\//],
]

const builderCode =
  /\b(?:(?<Squarespace>SQUARESPACE_(?:ROLLUPS|CONTEXT))|(?<Shopify>Shopify\.(?:shop|theme) ?=)|(?<Weebly>_W\.(?:configDomain|securePrefix) ?=)|(?<Wix>wixBiSession))/
/** The builder whose code is in the page. This also works if a cache or a copy of the site serves its files. */
export const builderOfCode = (code: string): string | null =>
  Object.entries(builderCode.exec(code)?.groups ?? {}).find(([, shown]) => shown !== undefined)?.[0] ?? null

const sellers = /\b(?:hugedomains|sedoparking|parked free,? courtesy of)\b/i
const FOR_SALE = String.raw`\b(?:(?:this|the) domain(?: name)?(?: \S{1,60})? (?:is|may be|has) (?:for sale|parked|available for|expired)|buy this domain)\b`
const forSale = new RegExp(FOR_SALE, 'i')
/** Words that count only in titles and headings. In the text of a business, they are about something else. */
const forSaleAtTheTop = new RegExp(
  String.raw`${FOR_SALE}|\bdomain (?:is )?for sale|\.[a-z]{2,10} (?:is|may be) for sale|\bweb ?site (?:is|may be) for sale|\baccount (?:has been )?suspended|\bsite (?:is )?not published|\bthis site is no longer available`,
  'i',
)

/** `top`: the title and headings. `paths`: the links to its own site, of which a page that sells a domain has few. */
export const isParkedPage = (top: string, text: string, paths: () => ReadonlySet<string>): boolean =>
  text.length < 6000 &&
  (sellers.test(`${top}\n${text}`) || ((forSale.test(text) || forSaleAtTheTop.test(top)) && paths().size < 3))

const demoTitle =
  /\b(?:html5?|bootstrap|wordpress|joomla|css3?|psd|landing page|website|responsive)\b.{0,30}\b(?:template|theme)\b|\btemplate by\b/i
/** True for a page that still has the example content of its theme. */
export const isDemoPage = (title: string, text: string): boolean =>
  demoTitle.test(title) || text.includes('orem ipsum dolor')

export const contactWords = /contact|kontakt|get-?in-?touch|reach-?us|impressum|imprint/i

export const isContactUrl = (url: string): boolean => contactWords.test(URL.parse(url)?.pathname ?? '')

const policyWords =
  /privacy|policy|policies|terms|legal-?notice|disclaimer|cookie|gdpr|datenschutz|accessibility|confidentialit/i
export const isPolicyUrl = (url: string): boolean => policyWords.test(URL.parse(url)?.pathname ?? '')

/** Excludes names of fields and modules, such as "requiredContactFields" and "src-pages-contact-js". */
export const pagePath = /^\/(?!.*(?:[a-z][A-Z]|---|[.-]js$))|\.(?:html?|php)$/

// Without the flag "i", which makes the search slower.
const pathWord = /[cC]ontact|[aA]bout|[tT]eam|[iI]mp(?:ressum|rint)/g
const pathBefore = /["'](\/?[a-z0-9/_-]{0,60})$/i
const pathAfter = /^([a-z0-9/_-]{0,52}(?:\.html?|\.php|\/)?)["']/i

/** Finds paths in a script around words such as "contact", because most quoted text in scripts is not a path. */
export function* contactPaths(script: string): Generator<string> {
  for (const { index } of script.matchAll(pathWord)) {
    const [, before] = pathBefore.exec(script.slice(Math.max(0, index - 62), index)) ?? []
    const [, after] = before === undefined ? [] : (pathAfter.exec(script.slice(index, index + 60)) ?? [])
    if (before !== undefined && after !== undefined) yield before + after
  }
}
