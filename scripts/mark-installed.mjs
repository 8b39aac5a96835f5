// Records what was installed, so that `npm start` does not install again.
import { markInstalled } from './prepare.mjs'

markInstalled()
