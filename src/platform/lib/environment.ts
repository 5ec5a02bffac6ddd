import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** Readers of variables of the environment. Each module declares its own in `config.ts`; src/config.ts composes them. */

export class ConfigError extends Error {}

/** The values of declared variables. */
export type Values<Variables extends z.ZodRawShape> = z.infer<z.ZodObject<Variables>>

/** The variables that decide what the others may be. */
export const processVariables = {
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  DATA_DIR: z.string().trim().min(1).default('.data'),
}

/** Purpose of a process, which decides over values that are not given. */
export interface Purpose {
  production: boolean
  /** True if the node writes to its own database only, and nothing else leaves it. */
  rehearsal: boolean
  /** An absolute path. */
  dataDir: string
}

/**
 * Reads variables; those without a value count as not given.
 * @throws ConfigError that names every invalid one.
 */
export function readVariables<T extends z.ZodType>(schema: T, env: Record<string, string | undefined>): z.infer<T> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  throw new ConfigError(`Invalid configuration: ${problems.join('; ')}`)
}

export const text = z.string().trim().min(1)
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
)

/** The secret of development, which anybody can read here. */
export const DEVELOPMENT_SECRET = 'a development secret, refused in production'

/** A secret that others are derived from. */
export const secret = text
  .min(32, 'must have at least 32 characters')
  .refine((value) => value !== DEVELOPMENT_SECRET, 'must be a secret of your own')

/** Earlier secrets, which have to be as good as a present one: they still open and verify. */
export const earlierSecrets = list.pipe(
  z.array(secret, { error: 'must be secrets of at least 32 characters, separated by commas' }),
)

/** The origin that a text names: browsers write it without the slash, the standard port and capitals that people write. Pure. */
export function originOf(text: string): string {
  const url = URL.parse(text)
  // Addresses of apps, such as `capacitor://localhost`, have no origin of their own.
  return url === null || url.origin === 'null' ? text.replace(/\/$/, '') : url.origin
}

/** Origins, separated by commas. */
export const origins = list.transform((entries) => entries.map(originOf))

export const flagUrl = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join('|')})$`),
    error: `must be a URL starting with ${protocols.join(':// or ')}://`,
  })

/** A variable of JSON of a shape. */
export const jsonOf = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' })
        return z.NEVER
      }
    })
    .pipe(shape)

/**
 * A variable of JSON with numbers by name, `{"holdsPerGuest": 10}`: the others keep their defaults. A name that is none refuses the start.
 * @param defaults undefined: there is no limit.
 */
export const numbersOf = <Numbers extends Record<string, number | undefined>>(defaults: Numbers, one: z.ZodNumber) =>
  jsonOf(z.partialRecord(z.enum(Object.keys(defaults)), one))
    .prefault('{}')
    .transform((given): Numbers => ({ ...defaults, ...given }))

/** Variables of before, each with the name that its number has now. */
export type EarlierNames = Readonly<Record<string, string>>

/** Moves the values of earlier variables into the variables of JSON that have them now, unless these say another. Pure. */
export function withoutEarlier(
  env: Record<string, string | undefined>,
  variables: Record<string, EarlierNames>,
): { env: Record<string, string | undefined>; found: string[] } {
  const moved = { ...env }
  const found: string[] = []
  for (const [variable, names] of Object.entries(variables)) {
    const given = Object.entries(names).filter(([earlier]) => (env[earlier] ?? '') !== '')
    if (given.length === 0) continue
    found.push(...given.map(([earlier]) => earlier))
    const values = Object.fromEntries(given.map(([earlier, name]) => [name, Number(env[earlier])]))
    try {
      moved[variable] = JSON.stringify({ ...values, ...JSON.parse(env[variable] || '{}') })
    } catch {
      // Text that is no JSON is refused when it is read.
    }
  }
  return { env: moved, found }
}

export const count = (otherwise: number) => z.coerce.number().int().min(1).default(otherwise)

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : isIP(address) === 6 && !address.includes('%') ? 128 : 0
  return (
    rest.length === 0 && bits > 0 && (prefix === undefined || (/^[1-9]\d*$/.test(prefix) && Number(prefix) <= bits))
  )
}

/** True if a host, by name or address, is this machine and nothing else. Pure. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')

/** The host of a URL, without the brackets of an IPv6 address. Pure. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

const CERTIFICATE = '-----BEGIN CERTIFICATE-----'

/**
 * Certificates in PEM format, or those of a file.
 * @throws Error in one sentence that names the variable.
 */
export function readCertificates(variable: string, pathOrText: string): string {
  if (pathOrText.includes(CERTIFICATE)) return pathOrText.replaceAll('\\n', '\n')
  let text = ''
  try {
    text = readFileSync(pathOrText, 'utf8')
  } catch {
    // The sentence below says enough.
  }
  if (text.includes(CERTIFICATE)) return text
  throw new Error(`${variable}=${pathOrText} is not a file of certificates in PEM format`)
}

export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** `false`, a number of proxies, or a list of their addresses, networks and names. */
export const trustedProxies = z.union(
  [
    z.stringbool({ truthy: ['true'], falsy: ['false', '0'] }),
    z
      .string()
      .regex(/^[1-9]$/)
      .transform(Number),
    list.refine((entries) => entries.every((entry) => PROXY_NAMES.includes(entry) || isNetwork(entry))),
  ],
  {
    error: `must be false, the number of proxies, or a list of addresses, networks such as 10.0.0.0/8, and ${PROXY_NAMES.join(', ')}`,
  },
)

/** A path with the place of one value in braces, such as `/reservations/{id}`. */
export const pathWith = (name: string) =>
  z
    .string()
    .trim()
    .refine(
      (path) => path.startsWith('/') && path.split(`{${name}}`).length === 2,
      `must begin with / and contain {${name}}`,
    )
