/** Places, homes, the search, reviews. */
export const homes = {
  greet: `The cheapest call there is, in the language of \`Accept-Language\`: to see that address, network and CORS are right.`,
  listCountries: `All of ISO 3166 with names in both languages, sorted by the name in the language of the request. May be kept for five minutes.`,
  listCountryCities: `Cities of GeoNames in pages; \`q\` finds a part of the name, for a field that completes itself. The \`id\` goes into searches and
    homes.`,
  listCityNeighborhoods: `Empty for most cities: only large ones have neighborhoods. The \`id\` filters searches (\`neighborhood_id\`) and places a home.`,
  getCityTax: `For administrators. A tax is an amount per adult and night, or a percentage of the night price per occupant with an optional cap;
    null means that there is none. Each change says who made it and what it was before.`,
  setCityTax: `For administrators. \`{"tax": null}\` removes it. The search, the calendar and new quotes have it at once; quotes and reservations that
    exist keep what they were priced with.`,

  listOwnProperties: `Published homes and drafts with their first photo; \`status\` filters. Archived homes are not listed, and the list is empty for who has
    no home.`,
  getProperty: `Public. The exact address and point and the owner's phone are for the owner, the staff and guests of confirmed stays, so send the
    token if there is one. Drafts are 404 to everybody else. \`GET …/availability\` has the calendar, \`…/comments\` the reviews.`,
  updateProperty: `Send what changes; its owner or an administrator may. Prices and rules hold for new quotes at once, reservations keep theirs, and
    channels and the search are updated. \`status: "published"\` puts a draft on the market, which needs a verified e-mail address.`,
  deleteProperty: `The home is archived: it leaves the search and can no longer be booked, while its past stays keep it. Nights that are taken now or
    later make it 409.`,
  createProperty: `Required are title, city, price and guests; the rest has defaults, and country, point and time zone follow from the city. It is
    published unless \`status\` says \`draft\`; an unverified account can only draft. The role becomes \`owner\` with the first home. Next come
    photos, seasons and prices.`,
  listPropertyTypes: `Kinds of homes, such as \`cottage\`: the \`id\` is \`property_type\` of homes and searches, the \`name\` is for people, in the language of
    the request. May be kept for five minutes.`,
  listRoomTypes: `Whether guests have the entire home or a room: the \`id\` is \`room_type\` of homes and searches, the \`name\` is for people, in the
    language of the request. May be kept for five minutes.`,
  listAmenities: `The \`id\` is a value of \`amenities\` of homes and searches, the \`name\` is for people, in the language of the request. May be kept for
    five minutes.`,
  addPropertyPhoto: `A form with \`photo\` and an optional \`alt\` text; for the owner with a verified address. The picture is encoded again without its
    metadata and cut into widths (\`sizes\`, for \`srcset\`). The new one comes last; the first one is the cover.`,
  updatePropertyPhoto: `\`position: 1\` makes it the cover; the others move. \`alt: null\` removes the text. Its address does not change.`,
  deletePropertyPhoto: `The file and its smaller versions go too. If it was the cover, the next one is.`,

  searchProperties: `With \`check_in\` and \`check_out\` only homes are found that are free and whose rules allow the stay, each with \`price_total\`, which
    equals the total of its quote; without dates prices are those of a night. \`facets=true\` counts what other filters would find. With a
    token hits say whether they are favourites. The most popular come first unless \`sort\` says otherwise.`,
  filterProperties: `Same parameters and answer as \`/properties/search\`; only the order differs where \`sort\` is not given.`,
  listPublicProperties: `Same parameters and answer as \`/properties/search\`, for a page that shows what is new.`,
  listPopularProperties: `Same parameters and answer as \`/properties/search\`. Popularity counts bookings of the last year, recent ones more, favourites and
    ratings, and is refreshed every ten minutes.`,
  listFavorites: `Those that are still on the market, newest homes first; takes every parameter of \`/properties/search\`, so that dates show which
    favourites are free and what they cost.`,
  searchFavorites: `The same as \`/properties/get/favorites\`: all parameters of \`/properties/search\` among the homes that the caller has kept.`,
  toggleFavorite: `Each call turns it round, and \`favorite\` says what it is now: do not repeat a call whose answer was lost, read the home's
    \`is_favorite\` in a search. Only homes on the market can be kept, a thousand an account.`,

  createComment: `For the guest of a completed stay in this home, once a stay, up to 30 days after the check-out. Without \`reservation_id\` it is about
    the latest stay that can be reviewed. The rating of the home changes at once, and the owner is notified (\`review_received\`).`,
  listComments: `Public, with the average, the count by stars and the averages of the scores in \`summary\`. With a token each review says what the caller
    may still do: \`can_edit_until\` for its author, \`can_reply\` for the owner.`,
  updateComment: `For its author, for 48 hours and until the owner has replied; 409 afterwards. Send what changes: \`scores\` replaces all scores, and null
    removes them. The rating of the home follows.`,
  replyToComment: `For the owner of the home. The first reply can be written at any time and ends the author's changes; it can be rewritten for 48 hours,
    and is 409 afterwards.`,
  hideComment: `For support and administrators. Only they, its author and the owner still see it, and the rating of the home no longer counts it.
    The reason is recorded. Hiding it again changes nothing.`,
  showComment: `For support and administrators. It is public again and counts in the rating of the home; the reason is recorded.`,
}
