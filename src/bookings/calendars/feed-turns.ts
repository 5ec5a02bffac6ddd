/** A feed that is due, and whose it is. */
export interface DueFeed {
  id: number
  owner_id: number
  host: string
  /** It took long or failed when it was last read. */
  is_slow: boolean
}

/** Feeds that a process reads at once: in all, and at most of one account, of one host, and of all slow ones. */
export const PLACES = { all: 8, account: 2, host: 4, slow: 2 }

/**
 * The feed to read next: of the account that was served longest ago, the one that has waited longest. Places stay free where an account,
 * a host or the slow feeds have as many as they may, so that nobody waits for the feeds of others. Pure.
 * @param due the longest waiting first
 * @param served accounts, the last served last
 */
export function nextFeed<Feed extends DueFeed>(
  due: readonly Feed[],
  underWay: readonly DueFeed[],
  served: readonly number[],
): Feed | undefined {
  if (underWay.length >= PLACES.all) return undefined
  const count = (isAlike: (feed: DueFeed) => boolean) => underWay.filter(isAlike).length
  const mayBegin = (feed: DueFeed) =>
    count(({ owner_id }) => owner_id === feed.owner_id) < PLACES.account &&
    count(({ host }) => host === feed.host) < PLACES.host &&
    (!feed.is_slow || count(({ is_slow }) => is_slow) < PLACES.slow)
  const turns = new Map(served.map((account, index) => [account, index]))
  const turnOf = ({ owner_id }: DueFeed) => turns.get(owner_id) ?? -1
  return due
    .filter(mayBegin)
    .reduce<Feed | undefined>((first, feed) => (first && turnOf(first) <= turnOf(feed) ? first : feed), undefined)
}
