import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { documentTexts, type IssuedDocument } from './document.ts'

/** A font with the letters of all languages of Europe, which those of PDF itself lack. */
const fontFile = (name: string): string => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)
const FONT = fontFile('DejaVuSans')
const BOLD = fontFile('DejaVuSans-Bold')

const MARGIN = 56
const AMOUNT_WIDTH = 110
const RATE_WIDTH = 45
/** The height of a row of one line. */
const ROW_HEIGHT = 20
const GAP = 12

/** A document as PDF, A4, on as many pages as it needs. */
export async function documentPdf(document: IssuedDocument): Promise<Buffer> {
  const texts = documentTexts(document)
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    // Screen readers read it in its language, and part by part.
    pdfVersion: '1.5',
    lang: document.locale,
    tagged: true,
    displayTitle: true,
    info: { Title: texts.title, Author: document.seller.name },
  })
  const structure = pdf.struct('Document')
  pdf.addStructure(structure)
  /** Writes a part of the document as what it is. */
  const as = (kind: 'H1' | 'P', write: () => void) => {
    const content = pdf.markStructureContent(kind)
    write()
    pdf.endMarkedContent()
    structure.add(pdf.struct(kind, {}, [content]))
  }
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  const width = pdf.page.width - 2 * MARGIN
  const half = (width - GAP) / 2

  const top = pdf.y
  as('P', () => pdf.font(FONT).fontSize(10).text(texts.seller.join('\n'), MARGIN, top, { width: half }))
  const bottom = pdf.y
  as('P', () => {
    pdf.font(BOLD).text(texts.buyerTitle, MARGIN + half + GAP, top, { width: half })
    pdf.font(FONT).text(texts.buyer.join('\n'), { width: half })
  })
  pdf.y = Math.max(bottom, pdf.y)
  pdf.moveDown(2)
  as('H1', () => pdf.font(BOLD).fontSize(16).text(texts.title, MARGIN, pdf.y, { width }))
  as('P', () => pdf.font(FONT).fontSize(10).moveDown(0.5).text(texts.facts.join('\n'), { width }))
  pdf.moveDown()

  /** Begins another page, with the heads of the columns, where this height no longer fits. */
  const makeRoom = (height: number) => {
    if (pdf.y + height <= pdf.page.height - MARGIN) return
    pdf.addPage()
    row(texts.head, BOLD)
  }

  const row = ([label = '', ...amounts]: string[], font: string) => {
    pdf.font(font)
    // From the right: the amount, then the rate.
    const widths = [AMOUNT_WIDTH, RATE_WIDTH].slice(0, amounts.length)
    const labelWidth = widths.reduce((left, column) => left - column - GAP, width)
    const height = pdf.heightOfString(label, { width: labelWidth })
    makeRoom(height)
    pdf.font(font)
    const { y } = pdf
    let right = MARGIN + width
    as('P', () => {
      pdf.text(label, MARGIN, y, { width: labelWidth })
      for (const [index, column] of widths.entries()) {
        pdf.text(amounts.at(-1 - index) ?? '', right - column, y, { width: column, align: 'right' })
        right -= column + GAP
      }
    })
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
  // The sums and the closing words stay on one page.
  makeRoom((texts.totals.length + texts.footer.length + 2) * ROW_HEIGHT)
  for (const total of texts.totals) row(total, BOLD)
  as('P', () => pdf.font(FONT).moveDown().text(texts.closing, MARGIN, pdf.y, { width }))
  if (texts.footer.length > 0)
    as('P', () =>
      pdf.fontSize(8).fillColor('#5c6b66').moveDown(2).text(texts.footer.join('\n'), MARGIN, pdf.y, { width }),
    )
  structure.end()
  pdf.end()
  await done
  return Buffer.concat(chunks)
}
