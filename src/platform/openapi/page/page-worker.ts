import { parentPort, workerData } from 'node:worker_threads'
import { documentSchema } from '../document.ts'
import { renderPage } from './render.ts'

/** The worker thread that writes the page (src/platform/openapi/page/routes.ts): it is some hundred operations long. */
const { document, publicUrl } = workerData
parentPort?.postMessage(renderPage({ document: documentSchema.parse(document), publicUrl }))
