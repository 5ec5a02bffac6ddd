/** `npm run build`: makes what production starts and serves. esbuild is a development dependency, so production makes nothing itself. */

import path from 'node:path'
import { buildWindow } from '../../clients/window/build.ts'
import { MADE } from '../window/bundle.ts'
import { madeMain } from './bundle.js'

const root = path.resolve(import.meta.dirname, '../..')
await madeMain(root, path.join(root, 'node_modules/.cache/sejour/bundled'))
await buildWindow(MADE)
