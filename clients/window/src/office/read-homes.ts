import { bodyOf, type Schemas } from '../client.ts'
import { office } from './client.ts'

/** The homes of the company to choose from, drafts included: as many as one call answers. @throws SejourError */
export async function readHomes(query: { status?: 'published' } = {}): Promise<Schemas['OwnProperty'][]> {
  return bodyOf(await office().GET('/api/v1/properties/mine', { params: { query: { per_page: 100, ...query } } })).data
}
