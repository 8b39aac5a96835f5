import { paths } from '../../shared/paths.ts'
import { titleOf } from '../../shared/public-pages.ts'
import { LegalPage } from '../../shared/reading/legal-page.tsx'
import { useTitle } from '../../shared/use-title.ts'
import { privacySections } from './privacy-sections.tsx'

export default function PrivacyScreen() {
  useTitle(titleOf(paths.privacy))
  return (
    <LegalPage
      title="Privacy Policy"
      introduction="We collect what the service needs to work, use it for that alone, and sell none of it."
      sections={privacySections}
    />
  )
}
