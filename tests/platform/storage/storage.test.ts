import sharp from 'sharp'
import { describe, expect, vi } from 'vitest'
import { sweepOrphans } from '../../../src/platform/storage/jobs.ts'
import type { TestApp } from '../../support/app.ts'
import { addPhoto, fetchFile, inBucket, inFolder, nameIn, picture } from '../../support/files.ts'

/** A photo of a home, as it is served. */
async function servedPhoto(t: TestApp) {
  const owner = await t.user()
  const home = await t.home(owner)
  const { url, id } = (await addPhoto(t, owner, home)).body.data
  const whole = await fetchFile(t, url)
  return { owner, home, url: String(url), id: Number(id), whole }
}

describe.each([
  ['a folder', inFolder],
  ['a bucket', inBucket],
] as const)('files in %s', (_where, test) => {
  test('are served whole', async ({ t }) => {
    const { whole } = await servedPhoto(t)
    expect([whole.status, whole.headers]).toMatchObject([
      200,
      {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-length': String(whole.content.length),
        'accept-ranges': 'bytes',
        etag: expect.stringMatching(/^"[\w-]+\.webp"$/),
        'last-modified': expect.stringMatching(/ GMT$/),
        'cross-origin-resource-policy': 'cross-origin',
      },
    ])
    expect((await sharp(whole.content).metadata()).format).toBe('webp')
  })

  test('are served as headers', async ({ t }) => {
    const { url, whole } = await servedPhoto(t)
    const head = await fetchFile(t, url, {}, 'HEAD')
    const same = ['content-length', 'content-type', 'etag', 'cache-control', 'last-modified', 'accept-ranges']
    expect([head.status, head.content.length]).toEqual([200, 0])
    for (const name of same) expect(head.headers[name], name).toBe(whole.headers[name])
  })

  test('are not served again to who has them', async ({ t }) => {
    const { url, whole } = await servedPhoto(t)
    const { etag, 'last-modified': modified } = whole.headers
    for (const headers of [{ 'if-none-match': `"x", W/${etag}` }, { 'if-modified-since': String(modified) }]) {
      const again = await fetchFile(t, url, headers)
      expect([again.status, again.content.length, again.headers.etag]).toEqual([304, 0, etag])
    }
  })

  test('are served in part', async ({ t }) => {
    const { url, whole } = await servedPhoto(t)
    const size = whole.content.length
    for (const [range, from, to] of [
      ['bytes=5-9', 5, 9],
      [`bytes=10-${size * 2}`, 10, size - 1],
      ['bytes=-7', size - 7, size - 1],
    ] as const) {
      const part = await fetchFile(t, url, { range })
      expect([part.status, part.headers['content-range'], part.headers['content-length']], range).toEqual([
        206,
        `bytes ${from}-${to}/${size}`,
        String(to - from + 1),
      ])
      expect(part.content.equals(whole.content.subarray(from, to + 1)), range).toBe(true)
    }
    const beyond = await fetchFile(t, url, { range: `bytes=${size}-` })
    expect([beyond.status, beyond.headers['content-range'], beyond.headers['cache-control']]).toEqual([
      416,
      `bytes */${size}`,
      'no-store',
    ])
    expect((await fetchFile(t, url, { range: 'bytes=0-4', 'if-range': '"another"' })).status).toBe(200)
  })

  test('are found by their own address only', async ({ t }) => {
    const { url } = await servedPhoto(t)
    for (const wrong of [
      '/storage/attachments/x.pdf',
      '/storage/partial/x',
      '/storage/avatars/../properties/x.webp',
      `/storage/properties/..%2f${nameIn(url)}`,
      '/storage/',
      `${url}/x`,
    ])
      expect((await t.call('GET', `/${wrong}`)).status, wrong).toBe(404)
  })

  test('that vanished are 404, and can be removed', async ({ t, place }) => {
    const { owner, home, url, id, whole } = await servedPhoto(t)
    const { etag } = whole.headers
    place.remove(nameIn(url))
    for (const headers of [{}, { range: 'bytes=0-4' }, { 'if-none-match': String(etag) }]) {
      const gone = await fetchFile(t, url, headers)
      expect([gone.status, JSON.parse(String(gone.content)).success, gone.headers['cache-control']]).toEqual([
        404,
        false,
        'no-store',
      ])
    }
    expect((await t.call('DELETE', `/properties/${home}/photos/${id}`, undefined, owner)).status).toBe(200)
    expect(place.names()).toEqual([])
  })

  test.extend({ neighbours: false })(
    'a full one is 507, with neither a row nor a file, and the same upload works when there is room',
    async ({ t, place }) => {
      const owner = await t.user()
      const home = await t.home(owner)
      const avatar = async () => t.call('GET', '/user', undefined, owner).then(({ body }) => body.data.avatar)
      await place.fill(true)
      const refused = await addPhoto(t, owner, home)
      expect([refused.status, refused.body]).toEqual([
        507,
        {
          success: false,
          message: 'Il n’y a plus de place pour ce fichier : réessayez plus tard.',
          code: 'storage_full',
        },
      ])
      const data = new FormData()
      data.set('avatar', await picture('blue'))
      const form = new Response(data)
      const changed = await t.call('PUT', '/user', Buffer.from(await form.arrayBuffer()), {
        ...owner,
        headers: { 'content-type': form.headers.get('content-type') ?? '' },
      })
      expect(changed.status).toBe(507)
      expect([place.names(), await t.db`select from property_photos`, await avatar()]).toEqual([[], [], null])
      await place.fill(false)
      expect((await addPhoto(t, owner, home)).status).toBe(201)
      expect(place.names()).toHaveLength(1)
    },
  )

  test('without a row are swept after a day: rolled back, half written, not removed; all others stay', async ({
    t,
    place,
  }) => {
    const owner = await t.user()
    const home = await t.home(owner)
    const kept = nameIn((await addPhoto(t, owner, home)).body.data.url)
    const young = nameIn(await t.app.storage.save('properties', Buffer.from('young'), 'webp'))
    const orphans: string[] = []
    for (const folder of ['properties', 'avatars', 'avatars', 'avatars', 'attachments'] as const)
      orphans.push(nameIn(await t.app.storage.save(folder, Buffer.from('old'), 'webp')))
    await t.app.storage.files.write('partial/0f', Buffer.from('half'))
    orphans.push('partial/0f')

    // A photo whose file cannot be removed is gone for its owner; the file is found later.
    const failed = (await addPhoto(t, owner, home, 'green')).body.data
    vi.spyOn(t.app.storage.files, 'remove').mockRejectedValueOnce(new Error('the disk is away'))
    expect((await t.call('DELETE', `/properties/${home}/photos/${failed.id}`, undefined, owner)).status).toBe(200)
    expect(place.names()).toContain(nameIn(failed.url))
    orphans.push(nameIn(failed.url))

    // PostgreSQL goes away at a time when the transaction may be committed: nobody knows, so the file stays.
    const refuseWith = (code: string) =>
      t.db.unsafe(`create or replace function refuse() returns trigger language plpgsql
        as $$ begin raise 'no' using errcode = '${code}'; end $$`)
    await refuseWith('57P01')
    await t.db`create trigger refuse before insert on property_photos execute function refuse()`
    const known = new Set(place.names())
    expect((await addPhoto(t, owner, home)).status).toBe(503)
    orphans.push(...place.names().filter((name) => !known.has(name)))
    expect(orphans).toHaveLength(8)
    // Refused files are rolled back: they go at once.
    await refuseWith('23514')
    expect((await addPhoto(t, owner, home)).status).toBe(500)
    expect(place.names()).toHaveLength(known.size + 1)

    for (const name of [...orphans, kept]) place.age(name)
    await sweepOrphans.run(t.app, {})
    expect(place.names()).toEqual([kept, young].sort())
  })
})
