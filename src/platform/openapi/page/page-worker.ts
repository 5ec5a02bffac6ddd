import { parentPort, workerData } from 'node:worker_threads'
import { documentSchema } from '../document.ts'
import { Markup } from './markup.ts'
import { renderPage } from './render.ts'

/** The worker thread that writes the page (src/platform/openapi/page/routes.ts): it is some hundred operations long. */
const { document, publicUrl, guide, ...readers } = workerData
parentPort?.postMessage(
  renderPage({ document: documentSchema.parse(document), publicUrl, ...readers }, new Markup(guide)),
)
