import { productName } from '#contract/product.ts'
import { paths } from '../../shared/paths.ts'
import { titleOf } from '../../shared/public-pages.ts'
import { LegalPage } from '../../shared/reading/legal-page.tsx'
import { useTitle } from '../../shared/use-title.ts'
import { termsSections } from './terms-sections.tsx'

export default function TermsScreen() {
  useTitle(titleOf(paths.terms))
  return (
    <LegalPage
      title="Terms of Service"
      introduction={`The agreement between you and ${productName}, in plain language.`}
      sections={termsSections}
    />
  )
}
