/** Traces of services and software in a page's code. `ended`: it does not work, or is not maintained, anymore. */
export type MarkGroup =
  | 'booking'
  | 'ordering'
  | 'shop'
  | 'payment'
  | 'form'
  | 'chat'
  | 'newsletter'
  | 'reviews'
  | 'analytics'
  | 'tagManager'
  | 'pixels'
  | 'ended'
/**
 * `address`: of a script, a frame, a form, or a link: a host, and what its path contains. `file`: of a script or style
 * of the page, wherever it is. `code`: a script in the page. `generator`: the tag that names what made the page.
 */
type Where = 'address' | 'file' | 'code' | 'generator'
export type Mark = { name: string; group: MarkGroup; where: Where; pattern: string; source: string }

/** Name, group, where, pattern, and the page of the vendor that the pattern is from. Files and code are expressions. */
const rows: readonly (readonly [string, MarkGroup, Where, string, string])[] = [
  ['Calendly', 'booking', 'address', 'calendly.com', 'developer.calendly.com/how-to-display-the-scheduling-page'],
  ['Acuity Scheduling', 'booking', 'address', 'acuityscheduling.com', 'help.acuityscheduling.com'],
  ['Acuity Scheduling', 'booking', 'address', 'as.me', 'help.acuityscheduling.com'],
  ['Vagaro', 'booking', 'address', 'vagaro.com', 'support.vagaro.com'],
  ['Booksy', 'booking', 'address', 'booksy.com', 'biz.booksy.com'],
  ['OpenTable', 'booking', 'address', 'opentable.com', 'docs.opentable.com'],
  ['Resy', 'booking', 'address', 'resy.com', 'helpdesk.resy.com'],
  ['Schedulicity', 'booking', 'address', 'schedulicity.com', 'support.schedulicity.com'],
  ['Mindbody', 'booking', 'address', 'mindbodyonline.com', 'developers.mindbodyonline.com'],
  ['Setmore', 'booking', 'address', 'setmore.com', 'support.setmore.com'],
  ['SimplyBook.me', 'booking', 'address', 'simplybook.me', 'simplybook.me/en/api'],
  ['Fresha', 'booking', 'address', 'fresha.com', 'www.fresha.com/help-center'],
  ['GlossGenius', 'booking', 'address', 'glossgenius.com', 'help.glossgenius.com'],
  ['StyleSeat', 'booking', 'address', 'styleseat.com', 'help.styleseat.com'],
  ['Housecall Pro', 'booking', 'address', 'book.housecallpro.com', 'help.housecallpro.com'],
  ['Tock', 'booking', 'address', 'exploretock.com', 'support.exploretock.com'],
  ['Zocdoc', 'booking', 'address', 'zocdoc.com', 'www.zocdoc.com/join'],
  ['Appointy', 'booking', 'address', 'booking.appointy.com', 'help.appointy.com'],
  ['Square Appointments', 'booking', 'address', 'squareup.com/appointments', 'squareup.com/help/us/en/article/5349'],
  ['Jobber', 'booking', 'address', 'clienthub.getjobber.com', 'help.getjobber.com'],
  ['NexHealth', 'booking', 'address', 'nexhealth.com/appt', 'docs.nexhealth.com'],
  ['Jane', 'booking', 'address', 'janeapp.com', 'jane.app/guide'],
  ['Toast Tables', 'booking', 'address', 'tables.toasttab.com', 'support.toasttab.com'],
  ['Toast', 'ordering', 'address', 'toasttab.com', 'central.toasttab.com'],
  ['ChowNow', 'ordering', 'address', 'chownow.com', 'get.chownow.com'],
  ['DoorDash Storefront', 'ordering', 'address', 'order.online', 'get.doordash.com/en-us/products/storefront'],
  ['DoorDash', 'ordering', 'address', 'doordash.com', 'get.doordash.com'],
  ['Uber Eats', 'ordering', 'address', 'ubereats.com', 'merchants.ubereats.com'],
  ['Grubhub', 'ordering', 'address', 'grubhub.com', 'get.grubhub.com'],
  ['Slice', 'ordering', 'address', 'slicelife.com', 'slicelife.com/owners'],
  ['Clover', 'ordering', 'address', 'clover.com/online-ordering', 'www.clover.com/help'],
  ['Shopify', 'shop', 'address', 'cdn.shopify.com', 'shopify.dev/docs/storefronts/themes'],
  ['Shopify', 'shop', 'file', String.raw`(?:^|[^/]/)cdn/shop/`, 'shopify.dev/docs/storefronts/themes'],
  ['Square Online', 'shop', 'address', 'square.site/product', 'squareup.com/help/us/en/article/6894'],
  ['Ecwid', 'shop', 'address', 'app.ecwid.com/script.js', 'docs.ecwid.com'],
  ['Snipcart', 'shop', 'address', 'cdn.snipcart.com', 'docs.snipcart.com/v3/setup/installation'],
  ['BigCommerce', 'shop', 'address', 'bigcommerce.com/s-', 'developer.bigcommerce.com'],
  ['Stripe', 'payment', 'address', 'js.stripe.com', 'docs.stripe.com/js/including'],
  ['Stripe', 'payment', 'address', 'buy.stripe.com', 'docs.stripe.com/payment-links'],
  ['PayPal', 'payment', 'address', 'paypal.com/sdk/js', 'developer.paypal.com/sdk/js'],
  ['PayPal', 'payment', 'address', 'paypal.com/cgi-bin/webscr', 'developer.paypal.com'],
  ['Square', 'payment', 'address', 'web.squarecdn.com', 'developer.squareup.com/docs/web-payments'],
  ['Jotform', 'form', 'address', 'jotform.com', 'www.jotform.com/help/34-embedding-a-form-to-a-web-page'],
  ['Typeform', 'form', 'address', 'typeform.com/to', 'www.typeform.com/developers/embed'],
  ['Google Forms', 'form', 'address', 'docs.google.com/forms', 'support.google.com/docs/answer/2839588'],
  ['Formspree', 'form', 'address', 'formspree.io', 'help.formspree.io'],
  ['Cognito Forms', 'form', 'address', 'cognitoforms.com', 'www.cognitoforms.com/support/10/style-publish/embedding'],
  ['FormSubmit', 'form', 'address', 'formsubmit.co', 'formsubmit.co/documentation'],
  ['HubSpot forms', 'form', 'address', 'hsforms.net', 'developers.hubspot.com/docs/cms/building-blocks/forms'],
  ['Intercom', 'chat', 'address', 'widget.intercom.io', 'developers.intercom.com/installing-intercom/web'],
  ['tawk.to', 'chat', 'address', 'embed.tawk.to', 'developer.tawk.to'],
  ['Crisp', 'chat', 'address', 'client.crisp.chat', 'docs.crisp.chat'],
  ['LiveChat', 'chat', 'address', 'cdn.livechatinc.com', 'platform.text.com/docs'],
  ['Zendesk', 'chat', 'address', 'static.zdassets.com/ekr', 'developer.zendesk.com/api-reference/widget/introduction'],
  ['Zendesk', 'chat', 'address', 'v2.zopim.com', 'support.zendesk.com/hc/en-us/articles/115007912068'],
  ['Tidio', 'chat', 'address', 'code.tidio.co', 'docs.tidio.com'],
  ['LeadConnector', 'chat', 'address', 'widgets.leadconnectorhq.com', 'help.gohighlevel.com'],
  ['Podium', 'chat', 'address', 'connect.podium.com', 'help.podium.com'],
  ['Mailchimp', 'newsletter', 'address', 'list-manage.com/subscribe', 'mailchimp.com/help'],
  ['Mailchimp', 'newsletter', 'address', 'eepurl.com', 'mailchimp.com/help/share-your-signup-form'],
  ['Mailchimp', 'newsletter', 'address', 'chimpstatic.com/mcjs-connected', 'mailchimp.com/help/about-connected-sites'],
  ['Constant Contact', 'newsletter', 'address', 'static.ctctcdn.com', 'knowledgebase.constantcontact.com'],
  ['Klaviyo', 'newsletter', 'address', 'static.klaviyo.com', 'developers.klaviyo.com'],
  ['Trustpilot', 'reviews', 'address', 'widget.trustpilot.com', 'documentation-apidocumentation.trustpilot.com'],
  ['Trustindex', 'reviews', 'address', 'cdn.trustindex.io', 'www.trustindex.io'],
  ['Elfsight', 'reviews', 'file', String.raw`\belfsight(?:cdn)?\.com/`, 'help.elfsight.com'],
  ['Tripadvisor', 'reviews', 'address', 'jscache.com/wejs', 'www.tripadvisor.com/Widgets'],
  ['Birdeye', 'reviews', 'address', 'birdeye.com/embed', 'support.birdeye.com'],
  ['Google Analytics 4', 'analytics', 'code', String.raw`['"]G-[A-Z\d]{6,12}['"]`, 'developers.google.com/analytics'],
  ['Google Analytics 4', 'analytics', 'file', String.raw`/gtag/js\?id=G-`, 'developers.google.com/analytics'],
  ['Plausible', 'analytics', 'address', 'plausible.io/js', 'plausible.io/docs/plausible-script'],
  ['Microsoft Clarity', 'analytics', 'address', 'clarity.ms/tag', 'learn.microsoft.com/clarity'],
  ['Hotjar', 'analytics', 'address', 'static.hotjar.com', 'help.hotjar.com'],
  ['Matomo', 'analytics', 'code', String.raw`\b_paq\.push\(`, 'developer.matomo.org/guides/tracking-javascript-guide'],
  ['Cloudflare Analytics', 'analytics', 'address', 'cloudflareinsights.com', 'developers.cloudflare.com/web-analytics'],
  ['Jetpack Stats', 'analytics', 'address', 'stats.wp.com', 'jetpack.com/support/jetpack-stats'],
  ['CallRail', 'analytics', 'address', 'cdn.callrail.com', 'support.callrail.com/hc/en-us/articles/200977208'],
  ['Google Tag Manager', 'tagManager', 'address', 'googletagmanager.com/ns.html', 'developers.google.com/tag-platform'],
  ['Google Tag Manager', 'tagManager', 'code', String.raw`['"]GTM-\w{4,9}['"]`, 'developers.google.com/tag-platform'],
  ['Meta Pixel', 'pixels', 'code', String.raw`\bfbq\(\s{0,3}['"]init['"]`, 'developers.facebook.com/docs/meta-pixel'],
  ['TikTok Pixel', 'pixels', 'code', String.raw`\bttq\.load\(`, 'ads.tiktok.com/help/article/get-started-pixel'],
  ['LinkedIn Insight Tag', 'pixels', 'address', 'snap.licdn.com', 'www.linkedin.com/help/lms/answer/a418880'],
  ['Google Ads', 'pixels', 'code', String.raw`['"]AW-\d{6,12}['"/\\]`, 'support.google.com/google-ads/answer/7548399'],
  ['Microsoft Ads', 'pixels', 'address', 'bat.bing.com', 'help.ads.microsoft.com'],
  [
    'jQuery 1 or 2',
    'ended',
    'file',
    String.raw`\bjquery(?:\.min|\.slim)?(?:[-/@.]|\.js\?v(?:er)?=)[12]\.\d`,
    'jquery.com/support',
  ],
  ['Flash', 'ended', 'file', String.raw`\.swf\b`, 'www.adobe.com/products/flashplayer/end-of-life.html'],
  ['Microsoft FrontPage', 'ended', 'generator', 'FrontPage', 'learn.microsoft.com/lifecycle'],
  // Its tag is only the number of its version.
  ['Adobe Muse', 'ended', 'generator', String.raw`^20\d\d\.\d\.\d\.\d{1,4}$`, 'helpx.adobe.com/muse'],
  ['An old Joomla', 'ended', 'generator', String.raw`^Joomla! [12]\.`, 'docs.joomla.org/Joomla!_CMS_versions'],
  ['An old Drupal', 'ended', 'generator', String.raw`^Drupal [4-9]\b`, 'www.drupal.org/about/core/policies'],
  ['An old WordPress', 'ended', 'generator', String.raw`^WordPress [1-3]\.`, 'make.wordpress.org/security/2022/09'],
  // With gtag.js, an old id can feed a new property, so only the old libraries count.
  [
    'Universal Analytics',
    'ended',
    'code',
    String.raw`google-analytics\.com/\w{2,9}\.js`,
    'support.google.com/analytics',
  ],
]
export const marks: readonly Mark[] = rows.map(([name, group, where, pattern, source]) => ({
  name,
  group,
  where,
  pattern,
  source: `https://${source}`,
}))

const at = (where: Where): Mark[] => marks.filter(mark => mark.where === where)
const byHost = Map.groupBy(
  at('address').map(mark => {
    const [host = '', ...path] = mark.pattern.split('/')
    return { mark, host, path: path.length === 0 ? '' : `/${path.join('/')}` }
  }),
  ({ host }) => host,
)
/** One expression for all of them, because most texts have none. */
const matcher = (where: Where, flags = '') => {
  const each = at(where).map(mark => ({ mark, pattern: new RegExp(mark.pattern, flags) }))
  const any = new RegExp(each.map(({ mark }) => mark.pattern).join('|'), flags)
  return (text: string): { mark: Mark; shown: string }[] =>
    any.test(text)
      ? each.flatMap(({ mark, pattern }) => {
          const [shown] = pattern.exec(text) ?? []
          return shown === undefined ? [] : { mark, shown }
        })
      : []
}
export const marksOf = { file: matcher('file', 'i'), code: matcher('code'), generator: matcher('generator') }

const parts = /^(?:https?:)?\/\/([^/?#:]{4,100})[^/?#]{0,6}([^?#]{0,200})/i
/** The service that an absolute address belongs to. */
export function markOfAddress(address: string): Mark | undefined {
  const [, host, path = ''] = parts.exec(address) ?? []
  if (host === undefined) return undefined
  for (let name = host.toLowerCase(); name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const found = byHost.get(name)?.find(one => path.includes(one.path))
    if (found !== undefined) return found.mark
  }
  return undefined
}

/** Services that scripts in a page load, not those that a page's own data links to. */
const loaded = new Set<MarkGroup>(['chat', 'newsletter', 'reviews', 'analytics', 'tagManager', 'pixels'])
const inCode = /\/\/[\w-]{1,30}(?:\.[\w-]{1,40}){1,3}(?:\/[\w./-]{0,80})?/g
export function* marksLoadedIn(code: string): Generator<{ mark: Mark; shown: string }> {
  for (const [shown] of code.matchAll(inCode)) {
    const mark = markOfAddress(shown)
    if (mark !== undefined && loaded.has(mark.group)) yield { mark, shown }
  }
}
