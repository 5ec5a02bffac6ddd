import { encodePieces } from './protocol.ts'

/** People who are serialised together. */
const PIECE = 128

interface Piece {
  /** The `user_info` of each person, as JSON; undefined: none. */
  people: Map<string, string | undefined>
  /** Both as they stand in the frame; undefined: not serialised since the last change. */
  text: { ids: Buffer; hash: Buffer } | undefined
}

/** JSON as it stands in a JSON string. */
const quoted = (json: string): Buffer => Buffer.from(JSON.stringify(json).slice(1, -1))

const COMMA = quoted(',')

/**
 * List of the people in a presence channel, for whoever joins. It is serialised in pieces, and a change serialises only its own piece again:
 * the list of ten thousand people is a megabyte, and is sent again and again while they arrive.
 */
export class PresenceList {
  readonly #channel: string
  readonly #pieces = new Set<Piece>()
  readonly #pieceOf = new Map<string, Piece>()
  /** The pieces that have room for more people. */
  readonly #open = new Set<Piece>()

  constructor(channel: string) {
    this.#channel = channel
  }

  /** Adds a person, or changes what is known about them. */
  set(userId: string, info: string | undefined): void {
    const piece = this.#pieceOf.get(userId) ?? this.#openPiece()
    piece.people.set(userId, info)
    piece.text = undefined
    this.#pieceOf.set(userId, piece)
    if (piece.people.size >= PIECE) this.#open.delete(piece)
  }

  delete(userId: string): void {
    const piece = this.#pieceOf.get(userId)
    if (piece === undefined) return
    this.#pieceOf.delete(userId)
    piece.people.delete(userId)
    piece.text = undefined
    this.#open.add(piece)
    if (piece.people.size > 0) return
    this.#open.delete(piece)
    this.#pieces.delete(piece)
  }

  /** The frame of `pusher_internal:subscription_succeeded`. */
  frame(): Buffer {
    const texts = [...this.#pieces].map(textOf)
    const channel = JSON.stringify(this.#channel)
    return encodePieces([
      Buffer.from(`{"event":"pusher_internal:subscription_succeeded","channel":${channel},"data":"`),
      quoted('{"presence":{"ids":['),
      ...listed(texts.map(({ ids }) => ids)),
      quoted('],"hash":{'),
      ...listed(texts.map(({ hash }) => hash)),
      quoted(`},"count":${this.#pieceOf.size}}}`),
      Buffer.from('"}'),
    ])
  }

  #openPiece(): Piece {
    const [open] = this.#open
    if (open) return open
    const piece: Piece = { people: new Map(), text: undefined }
    this.#pieces.add(piece)
    this.#open.add(piece)
    return piece
  }
}

function textOf(piece: Piece): { ids: Buffer; hash: Buffer } {
  if (piece.text) return piece.text
  const people = [...piece.people].map(([userId, info]) => ({ id: JSON.stringify(userId), info: info ?? 'null' }))
  const ids = quoted(people.map(({ id }) => id).join())
  const hash = quoted(people.map(({ id, info }) => `${id}:${info}`).join())
  piece.text = { ids, hash }
  return piece.text
}

const listed = (texts: Buffer[]): Buffer[] => texts.flatMap((text, index) => (index === 0 ? [text] : [COMMA, text]))
