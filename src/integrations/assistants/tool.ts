import { z } from 'zod'
import { type Caller, ToolRefusal } from './calls.ts'

/** Arguments of tools. Routes check them again; here they say to a model what they are. */

const day = z.string().meta({ format: 'date' })
const count = (least: number) => z.int().min(least).max(50)

export const party = { adults: count(1).optional(), children: count(0).optional(), infants: count(0).optional() }
export const days = { check_in: day, check_out: day }
export const someDays = { check_in: day.optional(), check_out: day.optional() }
export const range = { from: day.optional(), to: day.optional() }
export const home = z.uuid()
export const handle = z
  .string()
  .regex(/^[\w.-]{1,100}$/)
  .meta({ description: 'From hold_stay' })
export const confirm = z
  .boolean()
  .optional()
  .meta({ description: 'Without it nothing happens. true only after the person agreed' })

/** The arguments of a tool as a JSON schema, as short as can be. */
function schemaOf(input: z.ZodObject): object {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern
    },
  })
  return schema
}

/** Address that the person has to open before the answer of a tool is of use. */
interface Opening {
  url: string
  message: string
}

/** A tool that a model can call. */
export interface Tool {
  /** True if it holds, changes or cancels stays, which is a second switch. */
  books: boolean
  listed: { name: string; description: string; inputSchema: object; annotations: object }
  run(caller: Caller, given: unknown): Promise<{ answer: object; opening?: Opening | undefined }>
}

interface Declared<Input extends z.ZodObject> {
  name: string
  description: string
  input: Input
  books?: boolean
  /** Absent: it only reads. */
  writes?: 'adds' | 'destroys'
  run(caller: Caller, args: z.output<Input>): Promise<object>
  opening?(answer: object): Opening | undefined
}

/** Declares a tool, whose arguments are checked before it runs. */
export function tool<Input extends z.ZodObject>(declared: Declared<Input>): Tool {
  const { name, description, input, books = false, writes, run, opening } = declared
  const annotations = writes === undefined ? { readOnlyHint: true } : { destructiveHint: writes === 'destroys' }
  return {
    books,
    listed: { name, description, inputSchema: schemaOf(input), annotations },
    async run(caller, given) {
      const parsed = input.safeParse(given ?? {})
      if (!parsed.success)
        throw new ToolRefusal(`${z.prettifyError(parsed.error)}\nCorrect these fields and call again.`)
      const answer = await run(caller, parsed.data)
      return { answer, opening: caller.opensAddresses ? opening?.(answer) : undefined }
    },
  }
}
