import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { documentTexts, type IssuedDocument } from './invoice-document.ts'

/** A font with the letters of all languages of Europe, which those of PDF itself lack. */
const fontFile = (name: string): string => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
const FONT = fontFile('DejaVuSans')
const BOLD = fontFile('DejaVuSans-Bold')

const MARGIN = 56
const AMOUNT_WIDTH = 110
const GAP = 12

/** A document as PDF, A4, on as many pages as it needs. */
export async function documentPdf(document: IssuedDocument): Promise<Buffer> {
  const texts = documentTexts(document)
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: texts.title, Author: document.seller.name },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  const width = pdf.page.width - 2 * MARGIN
  const half = (width - GAP) / 2

  const top = pdf.y
  pdf.font(FONT).fontSize(10).text(texts.seller.join('\n'), MARGIN, top, { width: half })
  const bottom = pdf.y
  pdf.font(BOLD).text(texts.buyerTitle, MARGIN + half + GAP, top, { width: half })
  pdf.font(FONT).text(texts.buyer.join('\n'), { width: half })
  pdf.y = Math.max(bottom, pdf.y)
  pdf.moveDown(2)
  pdf.font(BOLD).fontSize(16).text(texts.title, MARGIN, pdf.y, { width })
  pdf.font(FONT).fontSize(10).moveDown(0.5).text(texts.facts.join('\n'), { width })
  pdf.moveDown()

  const row = ([label = '', ...amounts]: string[], font: string) => {
    pdf.font(font)
    const labelWidth = width - amounts.length * (AMOUNT_WIDTH + GAP)
    const height = pdf.heightOfString(label, { width: labelWidth })
    if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage()
    const { y } = pdf
    for (const [index, amount] of amounts.toReversed().entries()) {
      const right = MARGIN + width - index * (AMOUNT_WIDTH + GAP)
      pdf.text(amount, right - AMOUNT_WIDTH, y, { width: AMOUNT_WIDTH, align: 'right' })
    }
    pdf.text(label, MARGIN, y, { width: labelWidth })
    pdf.y = y + height + 6
    pdf
      .moveTo(MARGIN, pdf.y - 3)
      .lineTo(MARGIN + width, pdf.y - 3)
      .lineWidth(0.5)
      .strokeColor('#cccccc')
      .stroke()
  }
  row(texts.head, BOLD)
  for (const line of texts.lines) row(line, FONT)
  for (const total of texts.totals) row(total, BOLD)
  pdf.font(FONT).moveDown().text(texts.closing, MARGIN, pdf.y, { width })
  pdf.end()
  await done
  return Buffer.concat(chunks)
}
