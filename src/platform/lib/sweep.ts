/**
 * The rows of a list query, page by page: each page begins after the last row of the one before, whose fields are the
 * query's parameters. Ends at an empty page.
 * @param first parameters that lie before every row.
 */
export async function* sweep<Row extends Cursor, Cursor>(
  first: Cursor,
  list: (after: Cursor) => Promise<Row[]>,
): AsyncGenerator<Row, void> {
  let page = await list(first)
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    yield* page
    page = await list(last)
  }
}
