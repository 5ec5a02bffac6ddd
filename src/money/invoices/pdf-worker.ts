import { parentPort, workerData } from 'node:worker_threads'
import type { IssuedDocument } from './document.ts'
import { documentPdf } from './pdf.ts'

/** The worker thread that makes one PDF (src/money/invoices/file.ts). */
const document: IssuedDocument = workerData
parentPort?.postMessage(await documentPdf(document))
