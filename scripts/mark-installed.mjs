// Remembers after every install what was installed, so that `npm start` need not install again.
import { markInstalled } from './prepare.mjs'

markInstalled()
