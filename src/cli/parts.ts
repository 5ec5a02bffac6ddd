/**
 * `npm run parts [-- <folder>]`: writes the licences of everything that production runs and that browsers load (THIRD-PARTY-NOTICES.txt),
 * and the same as a list for machines (sbom.cdx.json, CycloneDX 1.5), into a folder, by default this one. It needs `npm ci` with
 * development packages: the browser's files are made of some.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { packagesOfWindow } from '../../clients/window/build.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

const lockfile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), dev: z.boolean().optional() })),
})

/** A package as the lockfile has it. */
interface Locked {
  folder: string
  version: string | undefined
}

/** Old packages write `{ "name": … }` or `{ "type": … }`. */
const words = z.union([
  z.string(),
  z.object({ name: z.string() }).transform(({ name }) => name),
  z.object({ type: z.string() }).transform(({ type }) => type),
])

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: words.optional(),
  author: words.optional(),
  homepage: words.optional(),
})

/** CycloneDX as `npm sbom` writes it. */
const bill = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string() }) }),
  components: z.array(z.looseObject({ 'bom-ref': z.string() })),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
})

interface Part {
  name: string
  version: string
  licence: string
  /** Texts of its own files; of its manifest where it has none. */
  text: string
}

/** Files that say on which terms a package is given. */
const TERMS = /^(licen[cs]e|copying|notice|copyright)/i

/** Reads a package in its folder. */
function readPart(folder: string): Part {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8').trim()
  const { name, version, license, author, homepage } = manifest.parse(JSON.parse(read('package.json')))
  const files = readdirSync(folder, { withFileTypes: true }).filter((file) => file.isFile() && TERMS.test(file.name))
  const licence = license ?? 'as below'
  const fromManifest = [`The package has no licence file, and says: ${licence}`, author, homepage]
  const text = files.map((file) => read(file.name)).join('\n\n') || fromManifest.filter(Boolean).join('\n')
  return { name, version, licence, text }
}

/** Lists the packages that production installs, on any system, and those that the browser's files are made of. */
export async function listPackages(): Promise<Locked[]> {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')))
  const bundled = new Set((await packagesOfWindow()).map((name) => `node_modules/${name}`))
  return Object.entries(packages).flatMap(([folder, { version, dev }]) =>
    folder !== '' && (!dev || bundled.has(folder)) ? { folder, version } : [],
  )
}

/** Reads those packages that are installed here, each version once, by name. */
export function readParts(packages: readonly Locked[]): Part[] {
  // Packages for other systems are not here.
  const parts = packages
    .map(({ folder }) => path.join(ROOT, folder))
    .filter(existsSync)
    .map(readPart)
  const unique = new Map(parts.map((part) => [`${part.name}@${part.version}`, part]))
  return [...unique].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([, part]) => part)
}

/** The notices, each text once, with the packages that it is for. Pure. */
export function noticesOf(parts: readonly Part[], ownLicence: string): string {
  const sections = Map.groupBy(parts, ({ text }) => text)
  const line = '-'.repeat(80)
  return [
    `Séjour\n\n${ownLicence.trim()}`,
    ...[...sections].map(
      ([text, of]) => `${of.map((part) => `${part.name} ${part.version} (${part.licence})`).join('\n')}\n\n${text}`,
    ),
  ].join(`\n\n${line}\n\n`)
}

/**
 * Reads the list of `npm sbom`, with those packages alone. Its option `--omit=dev` leaves out what development uses too
 * (findings/npm-sbom-omits-shared-packages.sh).
 */
export function readBill(packages: readonly Locked[]): z.output<typeof bill> {
  const wanted = new Set(packages.map(({ folder, version }) => `${folder.replace(/^.*node_modules\//, '')}@${version}`))
  const command = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx']
  const output = execFileSync('npm', command, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const { components, dependencies, ...whole } = bill.parse(JSON.parse(output))
  const kept = components.filter((part) => wanted.has(part['bom-ref']))
  const refs = new Set([...kept, whole.metadata.component].map((part) => part['bom-ref']))
  return {
    ...whole,
    components: kept,
    dependencies: dependencies
      .filter(({ ref }) => refs.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn?.filter((ref) => refs.has(ref)) })),
  }
}

if (import.meta.main) {
  const folder = path.resolve(process.argv[2] ?? ROOT)
  const licence = readFileSync(path.join(ROOT, 'LICENSE'), 'utf8')
  const packages = await listPackages()
  const parts = readParts(packages)
  writeFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), `${noticesOf(parts, licence)}\n`)
  const { components, ...rest } = readBill(packages)
  writeFileSync(path.join(folder, 'sbom.cdx.json'), `${JSON.stringify({ ...rest, components }, undefined, 2)}\n`)
  console.log(`${parts.length} packages here, ${components.length} on all systems`)
}
