import { parentPort, workerData } from 'node:worker_threads'
import type { IssuedDocument } from './invoice-document.ts'
import { documentPdf } from './invoice-pdf.ts'

/** The worker thread that makes one PDF (src/payments/invoice-file.ts). */
const document: IssuedDocument = workerData
parentPort?.postMessage(await documentPdf(document))
