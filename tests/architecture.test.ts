import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DISTRICTS, importsOfDistricts, importsOfModules, moduleOf, RENAMED, reachableFrom } from './support/modules.ts'

test('sql/ has the modules of src/', () => {
  const folders = new Set(
    globSync('**/*.sql', { cwd: 'sql' }).map((file) => path.dirname(file).replace(/\/functions$/, '')),
  )
  expect(folders.size).toBeGreaterThan(15)
  expect([...folders].filter((folder) => !existsSync(`src/${folder}`))).toEqual([])
})

test('no module imports one that stands on it, or runs its statements, however far up', () => {
  const modules = importsOfModules()
  expect(modules.size).toBeGreaterThan(20)
  const circles = [...modules.keys()].filter((module) => reachableFrom(module, modules).has(module))
  expect(circles).toEqual([])
})

test('a district imports only those below it', () => {
  const imports = importsOfDistricts()
  const upwards = DISTRICTS.flatMap((district, floor) =>
    [...(imports.get(district) ?? [])]
      .filter((target) => !DISTRICTS.slice(0, floor).includes(target))
      .map((target) => `${district} imports ${target}`),
  )
  expect(DISTRICTS.filter((district) => !imports.has(district))).toEqual([])
  expect(upwards).toEqual([])
})

test('a job has the name of its module', () => {
  const names = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/defineJob\(\{\s*name: '([^'.]+)/g)].map(([, name]) => [
      moduleOf(file),
      name,
    ]),
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(([module, name = '']) => module !== (RENAMED[name] ?? name))).toEqual([])
})

test('nothing outside the lab imports it, and the lab has no package of its own that the root has', () => {
  const files = globSync('{src,tests,clients,deploy}/**/*.{ts,js}', { exclude: ['**/{node_modules,dist}/**'] })
  expect(files.length).toBeGreaterThan(700)
  const importing = files.filter((file) => /(?:from|import)\b\s*\(?'(?:\.\.\/)+lab\//.test(readFileSync(file, 'utf8')))
  expect(importing).toEqual([])
  const namesIn = (file: string) => {
    const { dependencies = {}, devDependencies = {} } = z
      .object({ dependencies: z.record(z.string(), z.string()), devDependencies: z.record(z.string(), z.string()) })
      .partial()
      .parse(JSON.parse(readFileSync(file, 'utf8')))
    return Object.keys({ ...dependencies, ...devDependencies })
  }
  const own = namesIn('lab/package.json')
  expect(namesIn('package.json').filter((name) => own.includes(name))).toEqual([])
  // Packages at the top of lab/node_modules replace those of the root for the lab.
  const { packages } = z
    .object({ packages: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync('lab/package-lock.json', 'utf8')))
  const atTheTop = Object.keys(packages).flatMap(
    (place) => /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(place)?.[1] ?? [],
  )
  expect(atTheTop.sort()).toEqual(own.sort())
})

test('no file of tests has more than three hundred lines', () => {
  const files = globSync('{tests,lab/tests}/**/*.test.ts')
  expect(files.length).toBeGreaterThan(100)
  const sizes = files.map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  expect(sizes.filter(({ lines }) => lines > 300)).toEqual([])
})

test('texts for people import only types of other modules', () => {
  const files = globSync('src/platform/locales/**/*.ts')
  expect(files.length).toBeGreaterThan(2)
  const imported = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^import (?!type\b).*? from '([^']+)'/gms)]
      .map(([, target = '']) => (target.startsWith('.') ? path.join(path.dirname(file), target) : target))
      .filter((target) => moduleOf(target) !== 'locales')
      .map((target) => `${file} imports ${target}`),
  )
  expect(imported).toEqual([])
})

test('French stands in src/platform/locales and in refusals of modules only', () => {
  // Spellings of states that clients send, examples of the OpenAPI document, what only developers see, and the one table of laws.
  const others =
    /^src\/(?:dev|platform\/locales|reference)\/|\/sellers\/lawful\.ts$|\/states\/states\.ts$|\/refusals\.ts$/
  const french = globSync('src/**/*.ts')
    .filter((file) => !others.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(
          (line) => !/^\s*(?:\/?\*|\/\/)|\bexample: /.test(line) && /[À-ÿ]/.test(line.replaceAll(/Séjour|×/g, '')),
        )
        .map((line) => `${file}: ${line.trim()}`),
    )
  expect(french).toEqual([])
})

/** Files of the platform that name homes or stays, each with its reason. The list only gets shorter. */
const NAMES_RENTAL: Record<string, string> = {
  'events/subject.ts': 'an event is about a home: `property_id` is a column of the feed',
  'events/show.ts': '`property_id` is a field of the API',
  'events/page.ts': 'readers may be for some homes: it is a parameter of the statement',
  'events/routes.ts': '`property_id` is a filter of the API',
  'inbox/inbox.ts': 'a subscription of a channel may be for one home: a column of the inbox',
  'mail/templates.ts': 'templates of mails are one union, with their texts in `locales/`',
  'plugins/addresses.ts': 'pages of the front end that mails of all districts open',
  'plugins/config.ts': 'the address of one of them, a variable of the environment',
  'schema/enabled.ts': 'reminds of what release 0.3 waits for',
  'storage/files.ts': 'pictures of homes have a folder, which their addresses name',
}

test('the platform names homes and stays only where the list says why', () => {
  // Schemas of JSON have properties that are no homes. Comments are English.
  const rental = /reservation|booking|stay|guest|night|season|property_|propert(?:y|ies)'|property(?:\(|: )/i
  const others = /property(?:key|name)/gi
  const files = globSync('**/*.ts', { cwd: 'src/platform', exclude: ['locales/**', 'db/{queries,enums}.ts'] })
  expect(files.length).toBeGreaterThan(100)
  const naming = files.filter((file) => {
    const text = readFileSync(path.join('src/platform', file), 'utf8')
    return rental.test(text.replaceAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm, '').replaceAll(others, ''))
  })
  expect(naming.toSorted()).toEqual(Object.keys(NAMES_RENTAL).toSorted())
  expect(naming.length).toBeLessThanOrEqual(10)
})

test('a booking goes one way down: reservations, settlement, states, payments; rates below', () => {
  const modules = importsOfModules()
  const imports = (module: string) => [...(modules.get(module) ?? [])]
  expect(imports('reservations')).toEqual(expect.arrayContaining(['settlement', 'states', 'payments', 'rates']))
  expect(imports('settlement')).toEqual(expect.arrayContaining(['states', 'payments']))
  expect(
    imports('payments').filter((module) => ['reservations', 'settlement', 'states', 'notifications'].includes(module)),
  ).toEqual([])
  expect(imports('rates').filter((module) => ['payments', 'reservations', 'states'].includes(module))).toEqual([])
})
